import { counted } from '../../review/index.js';
import type { CheckAnnotation } from '../render/check-annotations.js';
import { type CheckRunOutput, withNote } from '../render/render-check-run.js';
import { buttonsOf } from './buttons-of.js';

/** The update that concludes a check. `dropped` findings got no place on their lines, which the summary then says. */
export function conclusionChanges(
  { title, summary, text, conclusion }: CheckRunOutput,
  last: { readonly dropped: number; readonly annotations: readonly CheckAnnotation[]; readonly completedAt: string },
): Record<string, unknown> {
  const note = `*${counted(last.dropped, 'finding')} could not be shown on their lines: GitHub did not take them. They stand in the text.*`;
  return {
    status: 'completed',
    conclusion,
    completed_at: last.completedAt,
    actions: buttonsOf('ended'),
    output: {
      title,
      summary: last.dropped > 0 ? withNote(summary, note) : summary,
      ...(text === '' ? {} : { text }),
      ...(last.annotations.length === 0 ? {} : { annotations: last.annotations }),
    },
  };
}

/** For a check whose text GitHub refuses: say so. A report that nobody can read is no success. */
export function shortConclusionChanges({ conclusion }: CheckRunOutput): Record<string, unknown> {
  return {
    status: 'completed',
    conclusion: conclusion === 'success' ? 'neutral' : conclusion,
    actions: buttonsOf('ended'),
    output: {
      title: 'Reviewed, but the report could not be written',
      summary: 'GitHub refused the text of the report. Comment `/review` to try again.',
    },
  };
}
