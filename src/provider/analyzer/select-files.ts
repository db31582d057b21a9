import type { HeadFile } from '../../review/index.js';
import type { AnalyzerLimits } from './limits.js';
import type { UncheckedReason } from './unchecked.js';

export type LeftFile = { readonly path: string; readonly reason: UncheckedReason };
export type Selection = { readonly files: readonly HeadFile[]; readonly left: readonly LeftFile[] };

/**
 * Take the files that an analyzer can look at within its bounds, the smaller ones first: a text that was made to be slow has to be
 * large, and is then behind those that people write.
 */
export function selectFiles(files: readonly HeadFile[], limits: AnalyzerLimits): Selection {
  const left: LeftFile[] = [];
  let totalChars = 0;
  const bySize = files.toSorted((one, other) => one.text.length - other.text.length);
  const chosen = bySize.filter((file) => {
    const reason = reasonAgainst(file, totalChars, limits);
    if (reason !== null) left.push({ path: file.path, reason });
    else totalChars += file.text.length;
    return reason === null;
  });
  return { files: chosen, left };
}

function reasonAgainst({ text }: HeadFile, totalChars: number, limits: AnalyzerLimits): UncheckedReason | null {
  if (text.length > limits.maxFileChars) return 'large';
  if (hasLongLine(text, limits.maxLineChars)) return 'long_line';
  return totalChars + text.length > limits.maxTotalChars ? 'too_many' : null;
}

function hasLongLine(text: string, maxLineChars: number): boolean {
  if (text.length <= maxLineChars) return false;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    if (end - start > maxLineChars) return true;
    start = end + 1;
  }
  return false;
}
