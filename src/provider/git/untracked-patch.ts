import type { SourceFile, SourcePatch } from '../../review/index.js';
import { decodePath } from './decode-path.js';
import type { PatchAllowance } from './patch-allowance.js';
import { probeBytes } from './probe-blobs.js';
import type { UntrackedFile } from './untracked-file.js';

const NEWLINE = 0x0a;

/** Tell an untracked file as an added one, with the patch git would write for it. */
export function toAddedFile(pathBytes: Buffer, file: UntrackedFile, allowance: PatchAllowance): SourceFile {
  const { path, isPathEscaped } = decodePath(pathBytes);
  const patch = toPatch(file, allowance);
  return {
    path: path.replace(/\/$/, ''),
    previousPath: null,
    status: 'added',
    oldMode: null,
    newMode: file.kind === 'content' ? file.mode : null,
    oldBlob: null,
    newBlob: file.kind === 'content' ? file.blob : null,
    additions: patch.kind === 'text' && file.kind === 'content' ? countLines(file.content) : 0,
    deletions: 0,
    patch,
    isConflicted: false,
    isPathEscaped,
  };
}

function toPatch(file: UntrackedFile, allowance: PatchAllowance): SourcePatch {
  if (file.kind === 'unreadable') return { kind: 'missing' };
  const { content, sizeBytes } = file;
  if (content === null) return { kind: 'oversized', sizeBytes };
  if (content.length === 0) return { kind: 'none' };
  if (probeBytes(content, content.length).kind === 'binary') return { kind: 'binary' };
  const lines = countLines(content);
  if (!allowance.fits(sizeBytes + lines)) return { kind: 'oversized', sizeBytes };
  allowance.spend(sizeBytes + lines);
  return { kind: 'text', text: `@@ -0,0 +1${lines === 1 ? '' : `,${lines}`} @@\n${markAdded(content)}` };
}

function markAdded(content: Buffer): string {
  const endsLine = content.at(-1) === NEWLINE;
  const text = (endsLine ? content.subarray(0, -1) : content).toString('utf8');
  return `+${text.replaceAll('\n', '\n+')}${endsLine ? '' : '\n\\ No newline at end of file'}`;
}

function countLines(content: Buffer | null): number {
  if (content === null || content.length === 0) return 0;
  let lines = content.at(-1) === NEWLINE ? 0 : 1;
  for (let at = content.indexOf(NEWLINE); at >= 0; at = content.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
