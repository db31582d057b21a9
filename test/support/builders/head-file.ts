import type { HeadFile } from '../../../src/review/ports/analyzer.js';

/** A file of the head, all of it added unless told otherwise. */
export function aHeadFile(overrides: Partial<HeadFile> = {}): HeadFile {
  const text = overrides.text ?? 'export const answer = 42;\n';
  return {
    path: 'src/a.ts',
    text,
    addedLines: [{ start: 1, end: text.split('\n').length }],
    removedText: '',
    ...overrides,
  };
}
