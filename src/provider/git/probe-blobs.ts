import type { Git } from './run-git.js';

/** Git calls a file binary when one of its first bytes is a NUL, unless attributes say otherwise. Here nothing else counts. */
export const PROBED_BYTES = 8_000;
/** Of all blobs of one look together: git unpacks a blob whole, however little of it is wanted. */
const MAX_UNPACKED_BYTES = 1_000_000_000;
const NEWLINE = 0x0a;

/** What the first bytes of a content say. */
export type Probe = { readonly kind: 'text' | 'binary' | 'empty' | 'unknown'; readonly sizeBytes: number };

export function probeBytes(start: Buffer, sizeBytes: number): Probe {
  if (sizeBytes === 0) return { kind: 'empty', sizeBytes };
  return { kind: start.subarray(0, PROBED_BYTES).includes(0) ? 'binary' : 'text', sizeBytes };
}

/** Look at the beginnings of many blobs. What is not there, or too large to be unpacked for that, is not in the answer. */
export async function probeBlobs(
  git: Git,
  blobs: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Probe>> {
  const chosen = await chooseBlobs(git, [...new Set(blobs)], signal);
  if (chosen.length === 0) return new Map();
  const reader = createBatchReader();
  await git.stream(['cat-file', '--batch'], signal, reader.push, { input: linesOf(chosen) });
  return reader.probes;
}

/** Those that are there and can all be unpacked in a few seconds. */
async function chooseBlobs(git: Git, blobs: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  if (blobs.length === 0) return [];
  const { stdout } = await git.run(['cat-file', '--batch-check'], signal, { input: linesOf(blobs) });
  let totalBytes = 0;
  return stdout
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const [name = '', type, size] = line.split(' ');
      if (type !== 'blob' || totalBytes + Number(size) > MAX_UNPACKED_BYTES) return [];
      totalBytes += Number(size);
      return [name];
    });
}

function linesOf(blobs: readonly string[]): Buffer {
  return Buffer.from(blobs.map((blob) => `${blob}\n`).join(''));
}

type OpenBlob = { readonly name: string; readonly sizeBytes: number; start: Buffer; leftBytes: number };

/** `<blob> blob <size>\n<content>\n` for each, or `<blob> missing\n`. Contents pass by; only their beginnings are kept. */
function createBatchReader() {
  const probes = new Map<string, Probe>();
  let line = '';
  let open: OpenBlob | null = null;

  function readLine(chunk: Buffer): Buffer {
    const end = chunk.indexOf(NEWLINE);
    line += chunk.toString('latin1', 0, end < 0 ? chunk.length : end);
    if (end < 0) return chunk.subarray(chunk.length);
    const [name = '', type, size] = line.split(' ');
    line = '';
    // The newline after a content belongs to it.
    if (type === 'blob') open = { name, sizeBytes: Number(size), start: Buffer.alloc(0), leftBytes: Number(size) + 1 };
    return chunk.subarray(end + 1);
  }

  function readContent(blob: OpenBlob, chunk: Buffer): Buffer {
    const taken = chunk.subarray(0, blob.leftBytes);
    const wanted = Math.min(PROBED_BYTES, blob.sizeBytes) - blob.start.length;
    if (wanted > 0) blob.start = Buffer.concat([blob.start, taken.subarray(0, wanted)]);
    blob.leftBytes -= taken.length;
    if (blob.leftBytes === 0) {
      probes.set(blob.name, probeBytes(blob.start, blob.sizeBytes));
      open = null;
    }
    return chunk.subarray(taken.length);
  }

  return {
    probes,
    push(chunk: Buffer) {
      let rest = chunk;
      while (rest.length > 0) rest = open === null ? readLine(rest) : readContent(open, rest);
    },
  };
}
