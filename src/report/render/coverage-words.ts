import type { Coverage, CoverageReason, CoverageRow, Limitation } from '../../review/index.js';
import { counted, formatNumber } from './count-words.js';

const REASONS: Readonly<Record<CoverageReason, string>> = {
  lockfile: 'lockfile',
  generated: 'generated',
  vendored: 'vendored',
  minified: 'minified',
  source_map: 'source map',
  snapshot: 'snapshot',
  ignore: 'ignored path',
  media: 'media',
  conflicted: 'in conflict',
  path_not_utf8: 'path is not UTF-8',
  binary: 'binary',
  oversized: 'too large',
  patch_missing: 'no patch from the provider',
  over_budget: 'over the reading allowance',
  call_failed: 'the reviewer failed',
  call_timed_out: 'the reviewer ran out of time',
  cancelled: 'cancelled',
  model_refused: 'the model refused',
  unparseable_answer: 'the answer could not be read',
  no_model: 'no model was asked',
  target_moved: 'the target moved',
};

const LIMITATIONS: Readonly<Record<Limitation, string>> = {
  mutable_workspace: 'The work tree can change at any moment, so this is a picture of one moment.',
  provider_omitted: 'The provider did not list every changed file.',
  acquisitions_spent: 'The allowance of requests ended before every patch was read.',
  too_many_files: 'The change has more files than one review can hold.',
  instructions_cut: "The repository's instructions were cut or could not be read whole.",
  settings_invalid: "The repository's settings could not be used; the defaults applied.",
};

/** Files of one state and one reason, as a table row. */
export type CoverageGroup = { readonly label: string; readonly paths: readonly string[]; readonly count: number };

/** Name a reason in plain words: `lockfile`, `over the reading allowance`. */
export function reasonWords(reason: CoverageReason): string {
  return REASONS[reason];
}

/** Name a reason of a manifest, whose words are free text; unknown ones are shown as they are. */
export function leftOutWords(reason: string): string {
  return Object.entries(REASONS).find(([known]) => known === reason)?.[1] ?? reason;
}

/** One sentence for each fact that limits the whole. */
export function limitationSentences(coverage: Coverage): readonly string[] {
  return coverage.limitations.map((limitation) => LIMITATIONS[limitation]);
}

/** `12 of 14 files`: read whole, of all that are known to have changed. */
export function filesRead({ rows, omittedFileCount }: Coverage): string {
  const read = rows.filter(({ state }) => state === 'reviewed').length;
  return `${formatNumber(read)} of ${counted(rows.length + omittedFileCount, 'file')}`;
}

function labelOf({ state, reason, isAccepted }: CoverageRow): string {
  if (state === 'reviewed') return 'reviewed';
  const words = reason === null ? 'not decided' : REASONS[reason];
  if (state === 'partially_reviewed') return `read in part: ${words}`;
  return isAccepted ? `accepted unread: ${words}` : `not reviewed: ${words}`;
}

/** Every changed file in exactly one group: reviewed first, then the rest in order of appearance, then what nobody listed. */
export function groupCoverage({ rows, omittedFileCount }: Coverage): readonly CoverageGroup[] {
  const groups = new Map<string, string[]>(rows.some(({ state }) => state === 'reviewed') ? [['reviewed', []]] : []);
  for (const row of rows) {
    const label = labelOf(row);
    const paths = groups.get(label);
    if (paths === undefined) groups.set(label, [row.path]);
    else paths.push(row.path);
  }
  const listed = [...groups].map(([label, paths]) => ({ label, paths, count: paths.length }));
  const omitted = { label: 'not reviewed: not listed by the provider', paths: [], count: omittedFileCount };
  return omittedFileCount > 0 ? [...listed, omitted] : listed;
}
