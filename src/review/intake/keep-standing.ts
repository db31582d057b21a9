import { worstConclusion } from '../conclude/index.js';
import type { Conclusion } from '../model/report.js';
import type { Completion } from '../ports/index.js';

/** Room of a check run's title. */
const MAX_TITLE_CHARS = 120;

/**
 * The end of a review of some paths, where our check has spoken of the same commit: GitHub shows the latest check of a name, so
 * a worse conclusion that stands is kept, and the check says so. Pure. `standing` null: nothing stands that weighs.
 */
export function keepStanding(completion: Completion, standing: Conclusion | null): Completion {
  if (standing === null || !isPartial(completion)) return completion;
  const own = completion.kind === 'report' ? completion.report.conclusion : completion.conclusion;
  if (own === standing || worstConclusion([own, standing]) === own) return completion;
  const line = `The review of this commit before this one ended ${standing}. This one looked at some paths only and does not replace it: comment \`/review\` to review everything again.`;
  if (completion.kind === 'notice') {
    const { lines, title } = completion;
    return { ...completion, conclusion: standing, title: titleWith(title, standing), lines: [...lines, line] };
  }
  const { report } = completion;
  const { notices, title } = report;
  return {
    kind: 'report',
    report: { ...report, conclusion: standing, title: titleWith(title, standing), notices: [...notices, line] },
  };
}

/** Paths that turn out to be the whole change narrow nothing. */
function isPartial(completion: Completion): boolean {
  return completion.kind === 'notice' || completion.report.coverage.limitations.includes('narrowed');
}

function titleWith(title: string, standing: Conclusion): string {
  const words = ` · as before: ${standing}`;
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
