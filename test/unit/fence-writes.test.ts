import { describe, expect, it } from '@jest/globals';
import { fenceWrites } from '../../src/fence-writes.js';

/** A fetch that notes what is sent, behind a fence that opens or breaks when it is told. */
function aFencedFetch() {
  const sent: string[] = [];
  let open = () => {};
  let break_ = (_error: Error) => {};
  const held = new Promise<void>((resolve, reject) => {
    open = resolve;
    break_ = reject;
  });
  held.catch(() => {});
  const fetch = fenceWrites(
    async (input, init) => {
      sent.push(`${init?.method ?? 'GET'} ${String(input)}`);
      return new Response('');
    },
    () => held,
  );
  return { sent, open, break_, fetch };
}

describe('a fetch behind a fence', () => {
  it.each(['GET', 'HEAD', 'get', undefined])('reads at any time: %s', async (method) => {
    const { fetch, sent } = aFencedFetch();
    await fetch('https://x/', method === undefined ? {} : { method });
    expect(sent).toHaveLength(1);
  });

  it.each(['POST', 'PATCH', 'DELETE'])('writes only when it may: %s', async (method) => {
    const { fetch, open, sent } = aFencedFetch();
    const written = fetch('https://x/', { method });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([]);
    open();
    await written;
    expect(sent).toEqual([`${method} https://x/`]);
  });

  it('does not write when another process has taken over', async () => {
    const { break_, fetch, sent } = aFencedFetch();
    const written = fetch('https://x/', { method: 'PATCH' });
    break_(new Error('taken over'));
    await expect(written).rejects.toThrow('taken over');
    expect(sent).toEqual([]);
  });

  it('knows the method of a request that is made whole', async () => {
    const { fetch, sent } = aFencedFetch();
    void fetch(new Request('https://x/', { method: 'POST' }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([]);
  });
});
