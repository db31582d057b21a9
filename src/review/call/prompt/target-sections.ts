import { clip } from '../../clip.js';
import type { CallSpec } from '../call-spec.js';
import { quoteName } from '../fence.js';
import type { Section } from './section.js';

const MAX_AUTHOR_TITLE_CHARS = 300;
const MAX_AUTHOR_BODY_CHARS = 4_000;

/** What the runtime knows of the target. Names of branches and repositories are somebody's words, so they are fenced too. */
export function factsSection({ target, prepared }: Pick<CallSpec, 'target' | 'prepared'>): Section {
  const { evidence } = prepared;
  const facts = {
    repository: target.repository.name,
    target: target.label,
    kind: evidence.source,
    base: evidence.baseRef ?? undefined,
    base_commit: evidence.mergeBaseSha ?? evidence.baseSha ?? undefined,
    head_commit: evidence.headSha ?? undefined,
    changed_files: evidence.files.length + evidence.omittedFileCount,
    files_not_listed: evidence.omittedFileCount,
    limitations: evidence.limitations.length === 0 ? undefined : evidence.limitations,
  };
  return {
    intro: '# The change\nReview this change: what it does from base to head, and nothing else.',
    material: { label: 'facts', text: JSON.stringify(facts) },
  };
}

/** The author's own words. They say what was meant; whether it was done is what the review is about. */
export function authorSections(author: CallSpec['target']['authorText']): readonly Section[] {
  if (author === null || `${author.title}${author.body}`.trim() === '') return [];
  const body = clip(author.body, MAX_AUTHOR_BODY_CHARS);
  const cut = body.length < author.body.length ? `\n[${author.body.length - body.length} more characters]` : '';
  const text = `${clip(author.title, MAX_AUTHOR_TITLE_CHARS)}\n\n${body}${cut}`;
  const intro = "# The author's words\nWhat the author says of it: a claim, to be checked against the diff.";
  return [{ intro, material: { label: 'author', text: text.trim() } }];
}

/** Which contracts of the program the paths suggest are touched. */
export function hintSections({ pack }: CallSpec['prepared']): readonly Section[] {
  const { entries, omitted } = pack.contractHints;
  if (entries.length === 0) return [];
  const more = omitted > 0 ? `\n(${omitted} more)` : '';
  const text = entries.map(({ hint, path }) => `${hint}: ${quoteName(path)}`).join('\n');
  const intro = '# Contracts\nBy their paths, these may be contracts that others rely on.';
  return [{ intro, material: { label: 'contracts', text: `${text}${more}` } }];
}
