import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emptyAnswer } from '../../../../src/provider/openai/collect-answer.js';
import { readText, splitLines } from '../../../../src/provider/openai/read-body.js';
import { readAnswer } from '../../../../src/provider/openai/read-stream.js';
import { systemClock } from '../../../../src/system-clock.js';

const LIMIT = { clock: systemClock, idleTimeoutMs: 15_000, where: 'llm.example.com' };

function inPieces(text: string, cuts: readonly number[], lineEnd: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text.replaceAll('\n', lineEnd));
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((left, right) => left - right), bytes.length];
  return new ReadableStream({
    start(controller) {
      for (const [index, start] of places.slice(0, -1).entries()) {
        const end = places[index + 1] ?? bytes.length;
        if (end > start) controller.enqueue(new Uint8Array(bytes.subarray(start, end)));
      }
      controller.close();
    },
  });
}

const read = (body: ReadableStream<Uint8Array>) =>
  readAnswer(splitLines(readText(body, LIMIT)), emptyAnswer(), 'llm.example.com');
const frames = ['Grüße ', '世界', ' 🚀 ', '\\n\u2028 end'].map((content) => ({ choices: [{ delta: { content } }] }));
const events = [...frames, { choices: [{ delta: {}, finish_reason: 'stop' }] }].map(
  (frame) => `data: ${JSON.stringify(frame)}\n\n`,
);
const STREAM = `: hello\n\n${events.join('')}data: [DONE]\n\n`;

describe('readAnswer', () => {
  it('reads the same whatever pieces the network makes of a stream', async () => {
    const cuts = fc.array(fc.nat(STREAM.length * 2), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.constantFrom('\n', '\r\n'), async (places, lineEnd) => {
        const reading = await read(inPieces(STREAM, places, lineEnd));
        expect(reading).toMatchObject({
          kind: 'answer',
          answer: { text: 'Grüße 世界 🚀 \\n\u2028 end', finish: 'stop' },
        });
      }),
      { numRuns: 60 },
    );
  });

  it('takes no proper beginning of a stream for a whole answer', async () => {
    const end = STREAM.indexOf('finish_reason');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: end }), async (length) => {
        await expect(read(inPieces(STREAM.slice(0, length), [], '\n'))).rejects.toMatchObject({ kind: 'bad_response' });
      }),
      { numRuns: 60 },
    );
  });

  it('reads an event of several data lines', async () => {
    const body = 'data: {"choices":\ndata: [{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]';
    expect(await read(inPieces(body, [], '\n'))).toMatchObject({ answer: { text: 'x' } });
  });

  it('refuses an event that never becomes whole, after a bounded number of lines', async () => {
    let linesGiven = 0;
    async function* endless() {
      for (;;) {
        linesGiven += 1;
        yield 'data: {';
      }
    }
    await expect(readAnswer(endless(), emptyAnswer(), 'llm.example.com')).rejects.toMatchObject({
      kind: 'bad_response',
    });
    expect(linesGiven).toBeLessThan(100);
  });
});
