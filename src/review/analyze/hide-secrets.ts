import type { Gathered } from '../gather.js';
import { maskSecrets } from '../mask-secrets.js';
import type { Analysis } from '../model/analysis.js';
import type { PreparedTarget } from '../model/prepared-target.js';
import type { PinnedTarget } from '../model/target.js';
import { type AliasOf, aliasPaths } from './alias-paths.js';
import { maskAuthor, maskLines, maskTarget } from './mask-target.js';

/** What a review goes on with once it is known what in it is secret. */
export type Shown = {
  readonly gathered: Gathered;
  readonly analysis: Analysis;
  readonly authorText: PinnedTarget['authorText'];
};

/**
 * Take every known secret out of what a review is made of: pages, names of files, the author's words, the base's instructions. What
 * could not be looked through for secrets is kept from a model: the files are excluded, the author's words are left out.
 */
export function hideSecrets(target: PinnedTarget, gathered: Gathered, analysis: Analysis, hasModel: boolean): Shown {
  const { secrets } = analysis;
  const kept = hasModel ? withoutFiles(gathered.prepared, new Set(analysis.unsearchedPaths)) : gathered.prepared;
  const { aliasOf, prepared } = aliasPaths(maskTarget(kept, secrets), secrets);
  return {
    gathered: { ...gathered, ...maskInstructions(gathered, secrets), prepared },
    analysis: aliasAnalysis(analysis, aliasOf),
    authorText: analysis.isAuthorUnsearched ? null : maskAuthor(target, secrets).authorText,
  };
}

function withoutFiles(prepared: PreparedTarget, paths: ReadonlySet<string>): PreparedTarget {
  if (paths.size === 0) return prepared;
  const { evidence, pagesOf, servingOrder } = prepared;
  const exclusion = { reason: 'secrets_unchecked', isAccepted: false } as const;
  const files = evidence.files.map((file) =>
    file.exclusion === null && paths.has(file.path) ? { ...file, exclusion, pages: 0 } : file,
  );
  return {
    ...prepared,
    evidence: { ...evidence, files },
    servingOrder: servingOrder.filter((path) => !paths.has(path)),
    pagesOf: (path) => (paths.has(path) ? [] : pagesOf(path)),
  };
}

/** A rule is named by file and line, so the lines stay. */
function maskInstructions(
  { houseRubric, instructions }: Gathered,
  secrets: readonly string[],
): Pick<Gathered, 'houseRubric' | 'instructions'> {
  const masked = <File extends { readonly path: string; readonly text: string }>(file: File): File => ({
    ...file,
    path: maskSecrets(file.path, secrets),
    text: maskLines(file.text, secrets),
  });
  return {
    instructions: { ...instructions, entries: instructions.entries.map(masked) },
    houseRubric: houseRubric && masked(houseRubric),
  };
}

function aliasAnalysis(analysis: Analysis, aliasOf: AliasOf): Analysis {
  return {
    ...analysis,
    checks: analysis.checks.map((check) => ({ ...check, checkedPaths: check.checkedPaths.map(aliasOf) })),
    facts: analysis.facts.map((fact) => ({
      ...fact,
      candidate: { ...fact.candidate, path: aliasOf(fact.candidate.path) },
    })),
    uncheckedPaths: analysis.uncheckedPaths.map(aliasOf),
    unsearchedPaths: analysis.unsearchedPaths.map(aliasOf),
  };
}
