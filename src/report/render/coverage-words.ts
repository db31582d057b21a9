import type { Coverage, CoverageReason, CoverageRow, Limitation } from '../../review/index.js';

/** Why a file was not read when no model was asked. */
export const NO_MODEL = 'no model was asked';

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
  no_model: NO_MODEL,
  target_moved: 'the target moved',
  secrets_unchecked: 'could not be looked through for secrets',
};

const LIMITATIONS: Readonly<Record<Limitation, string>> = {
  mutable_workspace: 'The work tree can change at any moment, so this is a picture of one moment.',
  secrets_unchecked: 'Not everything the change adds could be looked through for secrets.',
  no_model: 'No model read the change: static checks alone looked at the lines it adds.',
  narrowed: 'Only the paths that were asked for were reviewed; the other changed files were not.',
  provider_omitted: 'The provider did not list every changed file.',
  acquisitions_spent: 'The allowance of requests ended before every patch was read.',
  too_many_files: 'The change has more files than one review can hold.',
  instructions_cut: "The repository's instructions were cut or could not be read whole.",
  settings_invalid: "The repository's settings could not be used; the defaults applied.",
};

/** Files of one standing and one reason, as a table row. `reason` is empty for reviewed files. */
export type CoverageGroup = {
  readonly kind: 'reviewed' | 'partly_read' | 'accepted' | 'unread';
  readonly reason: string;
  readonly paths: readonly string[];
  /** More than there are paths when the provider did not list them. */
  readonly count: number;
};

const LABELS = {
  reviewed: 'reviewed',
  partly_read: 'read in part',
  accepted: 'accepted unread',
  unread: 'not reviewed',
} as const;

/** `accepted unread: lockfile` */
export function groupLabel({ kind, reason }: CoverageGroup): string {
  return reason === '' ? LABELS[kind] : `${LABELS[kind]}: ${reason}`;
}

/** Name a reason of a manifest, whose words are free text; unknown ones are shown as they are. */
export function leftOutWords(reason: string): string {
  return Object.entries(REASONS).find(([known]) => known === reason)?.[1] ?? reason;
}

/** One sentence for each fact that limits the whole. */
export function limitationSentences(coverage: Coverage): readonly string[] {
  return coverage.limitations.map((limitation) => LIMITATIONS[limitation]);
}

function kindOf({ state, isAccepted }: CoverageRow): CoverageGroup['kind'] {
  if (state === 'reviewed') return 'reviewed';
  if (state === 'partially_reviewed') return 'partly_read';
  return isAccepted ? 'accepted' : 'unread';
}

/** Every changed file in exactly one group: reviewed first, then the rest in order of appearance, then what nobody listed. */
export function groupCoverage({ rows, omittedFileCount }: Coverage): readonly CoverageGroup[] {
  const groups = new Map<string, { kind: CoverageGroup['kind']; reason: string; paths: string[] }>();
  const reviewedFirst = [...rows].sort((left, right) => rank(left) - rank(right));
  for (const row of reviewedFirst) {
    const kind = kindOf(row);
    const reason = kind === 'reviewed' ? '' : row.reason === null ? 'not decided' : REASONS[row.reason];
    const key = `${kind} ${reason}`;
    const group = groups.get(key) ?? { kind, reason, paths: [] };
    groups.set(key, group);
    group.paths.push(row.path);
  }
  const listed = [...groups.values()].map((group) => ({ ...group, count: group.paths.length }));
  const omitted = { kind: 'unread', reason: 'not listed by the provider', paths: [], count: omittedFileCount } as const;
  return omittedFileCount > 0 ? [...listed, omitted] : listed;
}

/** The same groups, the weak points first: unread, read in part, accepted, reviewed. */
export function weakestFirst(groups: readonly CoverageGroup[]): readonly CoverageGroup[] {
  return (['unread', 'partly_read', 'accepted', 'reviewed'] as const).flatMap((wanted) =>
    groups.filter(({ kind }) => kind === wanted),
  );
}

function rank({ state }: CoverageRow): number {
  return state === 'reviewed' ? 0 : 1;
}
