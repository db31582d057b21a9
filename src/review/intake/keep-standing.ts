import { worstConclusion } from '../conclude/index.js';
import type { Conclusion } from '../model/report.js';
import type { Completion } from '../ports/index.js';
import { isPassing, type Standing } from './standing-conclusion.js';

/** Room of a check run's title. */
const MAX_TITLE_CHARS = 120;

/**
 * The end of a run, where our check has spoken of the same commit: GitHub shows the latest check of a name, so whatever is not a
 * review of everything keeps a worse conclusion that stands, and the check says so. While nobody knows what stands, it satisfies
 * no required check. Pure. `standing` null: nothing stands that weighs.
 */
export function keepStanding(completion: Completion, standing: Standing): Completion {
  if (standing === null || isReplacing(completion)) return completion;
  const own = completion.kind === 'report' ? completion.report.conclusion : completion.conclusion;
  if (standing === 'unknown') {
    if (!isPassing(own)) return completion;
    const line =
      'What our check said of this commit before is not known, so this passes nothing: comment `/review` to review everything.';
    return withConclusion(completion, { conclusion: 'action_required', words: 'before: not known', line });
  }
  if (own === standing || worstConclusion([own, standing]) === own) return completion;
  const line = `The review of this commit before this one ended ${standing}. This one ${shortfallOf(completion)} and does not replace it: comment \`/review\` to review everything again.`;
  return withConclusion(completion, { conclusion: standing, words: `as before: ${standing}`, line });
}

/** Whether a run's end stands for itself: a review of everything that weighs. Paths that are the whole change narrow nothing. */
export function isReplacing(completion: Completion): boolean {
  if (completion.kind === 'notice' || isWithoutWeight(completion)) return false;
  return !completion.report.coverage.limitations.includes('narrowed');
}

/** What was not read, or has moved meanwhile, concludes nothing about the commit. */
function isWithoutWeight(completion: Completion): boolean {
  if (completion.kind === 'notice') return true;
  const { coverage, freshness } = completion.report;
  return coverage.state === 'failed' || freshness !== 'current';
}

function shortfallOf(completion: Completion): string {
  return isWithoutWeight(completion) ? 'concluded nothing' : 'looked at some paths only';
}

function withConclusion(
  completion: Completion,
  end: { readonly conclusion: Conclusion; readonly words: string; readonly line: string },
): Completion {
  const { conclusion, line, words } = end;
  if (completion.kind === 'notice') {
    const { lines, title } = completion;
    return { ...completion, conclusion, title: titleWith(title, words), lines: [...lines, line] };
  }
  const { report } = completion;
  const { notices, title } = report;
  return {
    kind: 'report',
    report: { ...report, conclusion, title: titleWith(title, words), notices: [...notices, line] },
  };
}

function titleWith(title: string, last: string): string {
  const words = ` · ${last}`;
  const room = MAX_TITLE_CHARS - words.length;
  const characters = [...title];
  return (
    (characters.length <= room
      ? title
      : `${characters
          .slice(0, room - 1)
          .join('')
          .trimEnd()}…`) + words
  );
}
