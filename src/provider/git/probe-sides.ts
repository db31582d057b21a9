import type { DiffEntry } from './match-patches.js';
import { openWithin } from './open-within.js';
import { PROBED_BYTES, type Probe, probeBlobs, probeBytes } from './probe-blobs.js';
import type { Git } from './run-git.js';

const LINK_MODE = '120000';
const NO_SIDE: Probe = { kind: 'empty', sizeBytes: 0 };
const UNKNOWN: Probe = { kind: 'unknown', sizeBytes: 0 };

export type ProbedSides = { readonly oldSide: Probe; readonly newSide: Probe };

/** Look at the bytes of both sides of entries. A new side without a blob of its own is the file in the work tree. */
export async function probeSides(
  git: Git,
  entries: readonly DiffEntry[],
  workTree: string | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<DiffEntry, ProbedSides>> {
  const blobs = entries.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob]).filter((blob) => !isZero(blob));
  const probes = await probeBlobs(git, blobs, signal);
  const encoded = workTree === null ? new Set<string>() : await findEncoded(git, entries, signal);
  const sides = new Map<DiffEntry, ProbedSides>();
  for (const entry of entries) {
    signal.throwIfAborted();
    const isInWorkTree = workTree !== null && !isZero(entry.newMode) && isZero(entry.newBlob);
    sides.set(entry, {
      oldSide: isZero(entry.oldMode) ? NO_SIDE : (probes.get(entry.oldBlob) ?? UNKNOWN),
      newSide: isInWorkTree ? await probeFile(workTree, entry, encoded) : probeNew(entry, probes),
    });
  }
  return sides;
}

function probeNew({ newMode, newBlob }: DiffEntry, probes: ReadonlyMap<string, Probe>): Probe {
  return isZero(newMode) ? NO_SIDE : (probes.get(newBlob) ?? UNKNOWN);
}

async function probeFile(workTree: string, entry: DiffEntry, encoded: ReadonlySet<string>): Promise<Probe> {
  if (entry.newMode === LINK_MODE) return { kind: 'text', sizeBytes: 0 };
  if (encoded.has(keyOf(entry.path))) return UNKNOWN;
  try {
    const probe = await openWithin(workTree, entry.path, async (file, sizeBytes) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PROBED_BYTES), 0, PROBED_BYTES, 0);
      return probeBytes(buffer.subarray(0, bytesRead), sizeBytes);
    });
    return probe ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** Files that git stores in another encoding than they lie in the work tree: a text there may look binary here. */
async function findEncoded(git: Git, entries: readonly DiffEntry[], signal: AbortSignal): Promise<ReadonlySet<string>> {
  const input = Buffer.concat(entries.flatMap(({ path }) => [path, Buffer.from([0])]));
  const { stdout } = await git.run(['check-attr', '-z', '--stdin', 'working-tree-encoding'], signal, { input });
  const fields = stdout.toString('latin1').split('\0');
  const encoded = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) if (fields[at + 2] !== 'unspecified') encoded.add(fields[at] ?? '');
  return encoded;
}

function keyOf(path: Buffer): string {
  return path.toString('latin1');
}

function isZero(text: string): boolean {
  return /^0+$/.test(text);
}
