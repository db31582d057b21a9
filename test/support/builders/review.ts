import { DEFAULT_LIMITS } from '../../../src/review/limits.js';
import type { SourceFile } from '../../../src/review/model/changed-file.js';
import type { Report } from '../../../src/review/model/report.js';
import type { Movement } from '../../../src/review/model/target.js';
import type { Analyzer, ChangeSource, FileListing } from '../../../src/review/ports/index.js';
import { type ReviewRun, type ReviewWorld, runReview } from '../../../src/review/run-review.js';
import { DEFAULT_SETTINGS } from '../../../src/review/settings.js';
import { aCallWorld, type ScriptedTurn } from './call.js';
import { aPinnedTarget, aSourceFile } from './source-file.js';

/** What a source of changes would find. */
export type StagedChange = {
  readonly files?: readonly SourceFile[];
  readonly listing?: Partial<FileListing>;
  readonly movement?: Movement;
  /** Files of the base revision. */
  readonly base?: ReadonlyMap<string, string>;
  /** Changed files as the head has them. */
  readonly head?: ReadonlyMap<string, string>;
};

/** A source over values: it never moves unless it is told to. */
export function aChangeSource({
  files = [aSourceFile()],
  listing,
  movement,
  base,
  head,
}: StagedChange = {}): ChangeSource {
  return {
    pin: async () => aPinnedTarget(),
    binding: async () => 'unavailable',
    listFiles: async () => ({
      kind: 'listed',
      listing: { files, omittedFileCount: 0, limitations: [], ...listing },
    }),
    recheck: async () => movement ?? { kind: 'unmoved' },
    readBaseFiles: async (_target, paths) => ({
      files: new Map([...(base ?? [])].filter(([path]) => paths.includes(path))),
      isPartial: false,
    }),
    readHeadFiles: async (_target, paths) => ({
      files: new Map([...(head ?? [])].filter(([path]) => paths.includes(path))),
      tooLarge: [],
      isPartial: false,
    }),
  };
}

/** A run over the default target with the default settings. */
export function aReviewRun(overrides: Partial<ReviewRun> = {}): ReviewRun {
  return {
    runId: 'run-1',
    record: null,
    target: aPinnedTarget(),
    settings: DEFAULT_SETTINGS,
    settingsProblems: [],
    ceiling: DEFAULT_LIMITS,
    paths: [],
    focus: null,
    runSecret: 'a secret of this run',
    ...overrides,
  };
}

/** The whole story from a staged change to its report, with a model that answers by script; without a script there is no model. */
export async function reviewed(
  change: StagedChange,
  turns: readonly ScriptedTurn[] | null,
  run: Partial<ReviewRun> = {},
  analyzers: readonly Analyzer[] = [],
): Promise<{ readonly report: Report; readonly requestCount: number; readonly prompt: string }> {
  const { model, clock, log, progress, requests, signal } = aCallWorld(turns ?? []);
  const world: ReviewWorld = {
    source: aChangeSource(change),
    model: turns === null ? null : model,
    analyzers,
    clock,
    log,
    progress,
    signal,
  };
  const outcome = await runReview(aReviewRun(run), world);
  if (outcome.kind !== 'reviewed') throw new Error(`nothing was reviewed: ${outcome.reason}`);
  const prompt = requests.flatMap(({ messages }) => messages.map(({ text }) => text)).join('\n');
  return { report: outcome.report, requestCount: requests.length, prompt };
}
