import { describe, expect, it } from '@jest/globals';
import { refuseOddDeliveries } from '../../../src/handlers/index.js';

const SIGNED = { id: 'd-1', name: 'pull_request', payload: '{"action":"opened"}', signature: 'sha256=0' };

/** What becomes of a delivery when the receiver behind ends with `error`. */
function outcomeOf(error: Error | null, delivery: Partial<typeof SIGNED> = {}): Promise<unknown> {
  const webhooks = { verifyAndReceive: () => (error === null ? Promise.resolve() : Promise.reject(error)) };
  refuseOddDeliveries(webhooks);
  const receive: (delivery: typeof SIGNED) => Promise<unknown> = webhooks.verifyAndReceive;
  return receive({ ...SIGNED, ...delivery }).catch((thrown: unknown) => thrown);
}

const failure = new TypeError('handler is not a function');
const unsigned = new AggregateError([Object.assign(new Error('signature does not match'), { status: 400 })]);

describe('a delivery that fails', () => {
  it.each([
    { payload: 'null' },
    { payload: '[]' },
    { payload: '"x"' },
    { payload: '7' },
    { payload: '{"action":{"toString":null}}' },
    { payload: '{"action":1}' },
    { name: '__proto__' },
    { name: '*' },
    { name: 'toString' },
  ])('is refused as a mistake of its sender where it is %j', async (delivery) => {
    expect(await outcomeOf(failure, delivery)).toMatchObject({ errors: [{ status: 400 }] });
  });

  it.each(['{"action":"opened"}', '{"action":null}', '{}'])(
    'stays a failure of ours where it is %s',
    async (payload) => {
      expect(await outcomeOf(failure, { payload })).toBe(failure);
    },
  );

  it('is not read when it was not signed', async () => {
    expect(await outcomeOf(unsigned, { payload: 'no JSON' })).toBe(unsigned);
  });
});

it('a delivery that goes well is not read at all', async () => {
  expect(await outcomeOf(null, { payload: 'no JSON' })).toBeUndefined();
});
