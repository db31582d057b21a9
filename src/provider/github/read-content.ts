import type { ReadFromGithub } from './read-from-github.js';
import { type ContentAnswer, contentAnswer } from './vendor-answers.js';

/** What stands at a path of a revision. */
export type Content =
  | { readonly kind: 'text'; readonly text: string; readonly sha: string | null }
  /** Holds NUL bytes. */
  | { readonly kind: 'binary'; readonly sha: string | null }
  /** Larger than asked for, or too large for GitHub to hand out. */
  | { readonly kind: 'oversized'; readonly sha: string | null; readonly sizeBytes: number }
  | { readonly kind: 'submodule'; readonly sha: string | null }
  /** A folder, a link, or an answer without content. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'absent' };

/** Read one file of a commit. The JSON form is asked for, not the raw one: it tells kind, size and blob before the bytes. */
export async function readContent(
  readFromGithub: ReadFromGithub,
  wanted: { readonly path: string; readonly ref: string; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<Content> {
  const { path, ref, maxBytes } = wanted;
  const answer = await readFromGithub(
    { route: 'GET /repos/{owner}/{repo}/contents/{path}', parameters: { path, ref }, schema: contentAnswer },
    signal,
  );
  if (answer.kind !== 'found') return { kind: 'absent' };
  return toContent(answer.body, maxBytes);
}

function toContent(answer: ContentAnswer, maxBytes: number): Content {
  const sha = answer.sha ?? null;
  if (answer.type === 'submodule') return { kind: 'submodule', sha };
  if (answer.type !== 'file') return { kind: 'unreadable' };
  const sizeBytes = answer.size ?? 0;
  if (sizeBytes > maxBytes) return { kind: 'oversized', sha, sizeBytes };
  if (answer.encoding !== 'base64' || answer.content == null) return { kind: 'unreadable' };
  return fromBytes(Buffer.from(answer.content, 'base64'), sha, maxBytes);
}

function fromBytes(bytes: Buffer, sha: string | null, maxBytes: number): Content {
  const sizeBytes = bytes.byteLength;
  if (sizeBytes > maxBytes) return { kind: 'oversized', sha, sizeBytes };
  return bytes.includes(0) ? { kind: 'binary', sha } : { kind: 'text', text: decode(bytes), sha };
}

/** Bytes that are not UTF-8 are taken one by one, so that two different bytes never look equal in a diff. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
