import { MAX_SETTINGS_BYTES } from './limits.js';
import type { SourceFile } from './model/changed-file.js';
import type { PreparedTarget } from './model/prepared-target.js';
import type { Movement, PinnedTarget } from './model/target.js';
import type { ChangeSource } from './ports/index.js';
import { attributeCandidates, createContentStore, prepareEvidence } from './prepare/index.js';
import { chooseInstructions, instructionCandidates, type RepositoryInstructions } from './rubric/index.js';
import type { Settings } from './settings.js';

/** Everything a review stands on: what changed, and what the base revision says about how to look at it. */
export type Gathered = {
  readonly prepared: PreparedTarget;
  readonly instructions: RepositoryInstructions;
  readonly houseRubric: { readonly path: string; readonly text: string } | null;
  /** Path of each listed file → the file as its source listed it. */
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** The listing itself met a moved target: there is nothing to review any more. */
  readonly movement: Extract<Movement, { kind: 'moved' }> | null;
  /** One sentence each, for people. */
  readonly notices: readonly string[];
};

/** Read what changed and what the base revision says, then freeze the denominator. */
export async function gather(
  request: { readonly target: PinnedTarget; readonly settings: Settings; readonly paths: readonly string[] },
  source: ChangeSource,
  signal: AbortSignal,
): Promise<Gathered> {
  const { target, settings, paths } = request;
  const listed = await source.listFiles(target, signal);
  const listing = listed.kind === 'listed' ? listed.listing : { files: [], omittedFileCount: 0, limitations: [] };
  const changedPaths = listing.files.map((file) => file.path);
  const base = await readBase(source, target, changedPaths, settings, signal);
  const prepared = prepareEvidence({
    target,
    listing,
    binding: await source.binding(target, signal),
    settings,
    attributes: base.attributes,
    paths,
    store: createContentStore(),
  });
  return {
    prepared,
    instructions: base.instructions,
    houseRubric: base.houseRubric,
    sources: new Map(listing.files.map((file) => [file.path, file])),
    movement: listed.kind === 'moved' ? listed.movement : null,
    notices: [
      ...(target.notices ?? []),
      ...base.notices,
      ...prepared.unmatchedPaths.map((path) => `No changed file is at ${path}.`),
    ],
  };
}

/** One look at the base revision for all that is wanted of it: attributes, instructions, house rules. */
async function readBase(
  source: ChangeSource,
  target: PinnedTarget,
  changedPaths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
) {
  const attributePaths = attributeCandidates(changedPaths);
  const instructionPaths = settings.instructions ? instructionCandidates(changedPaths) : [];
  const rubricPaths = settings.rubric === undefined ? [] : [settings.rubric];
  const wanted = [...new Set([...rubricPaths, ...attributePaths, ...instructionPaths])];
  const { files, isPartial } =
    changedPaths.length === 0
      ? { files: new Map<string, string>(), isPartial: false }
      : await source.readBaseFiles(target, wanted, MAX_SETTINGS_BYTES, signal);
  const pick = (paths: readonly string[]) => {
    const wantedPaths = new Set(paths);
    return new Map([...files].filter(([path]) => wantedPaths.has(path)));
  };
  const instructions = chooseInstructions(pick(instructionPaths), changedPaths);
  return {
    attributes: pick(attributePaths),
    instructions,
    houseRubric: houseRubricOf(settings.rubric, files),
    notices: [
      ...(isPartial ? ['Not every instruction file of the base could be read.'] : []),
      ...(instructions.isCut ? ['Repository instructions were cut to fit the reviewer.'] : []),
      ...missingRubric(settings.rubric, files, changedPaths.length),
    ],
  };
}

function houseRubricOf(path: string | undefined, files: ReadonlyMap<string, string>) {
  const text = path === undefined ? undefined : files.get(path);
  return path === undefined || text === undefined ? null : { path, text };
}

function missingRubric(path: string | undefined, files: ReadonlyMap<string, string>, changedFiles: number): string[] {
  if (path === undefined || changedFiles === 0 || files.has(path)) return [];
  return [`The rubric ${path} is not in the base revision; the general rubric was used alone.`];
}
