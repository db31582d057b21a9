import { type Clock, ModelFailure } from '../../review/index.js';
import { NoAnswer } from './no-answer.js';

/** 16,000 tokens are about 4 MB as an event stream; whatever goes on far beyond any answer is not one. */
const MAX_ANSWER_BYTES = 64_000_000;

/** How long a wait may last without a byte. Null: only the caller's signal ends it. */
export type IdleLimit = { readonly clock: Clock; readonly idleTimeoutMs: number | null; readonly where: string };

/** Wait for `wait`, but not longer than the idle limit: then reject with `stalled`. */
export async function waitWithinLimit<T>(wait: Promise<T>, limit: IdleLimit): Promise<T> {
  const { clock, idleTimeoutMs } = limit;
  if (idleTimeoutMs === null) return await wait;
  const timer = new AbortController();
  const stall = clock.sleep(idleTimeoutMs, timer.signal).then(() => {
    throw new ModelFailure('stalled', `${limit.where} sent nothing for ${Math.round(idleTimeoutMs / 1_000)} s`);
  });
  try {
    return await Promise.race([wait, stall]);
  } finally {
    timer.abort();
  }
}

/** The body as text, piece by piece, each piece within the idle limit. Rejects with `NoAnswer` when the connection breaks. */
export async function* readText(body: ReadableStream<Uint8Array>, limit: IdleLimit): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let sizeBytes = 0;
  for (;;) {
    const piece = await waitWithinLimit(readPiece(reader), limit);
    if (piece.done) break;
    sizeBytes += piece.value.byteLength;
    if (sizeBytes > MAX_ANSWER_BYTES) throw new ModelFailure('bad_response', `${limit.where} sent an endless answer`);
    yield decoder.decode(piece.value, { stream: true });
  }
  const last = decoder.decode();
  if (last !== '') yield last;
}

async function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (error) {
    throw new NoAnswer(error);
  }
}

/** Lines without their ends. The last one is given even when no line end follows. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  // Only new pieces are searched: a whole answer may be one line of many megabytes.
  let open: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...lines] = piece.split('\n');
    open.push(first);
    for (const line of lines) {
      yield withoutEnd(open.join(''));
      open = [line];
    }
  }
  const last = open.join('');
  if (last !== '') yield withoutEnd(last);
}

function withoutEnd(line: string): string {
  return line.replace(/\r$/, '');
}
