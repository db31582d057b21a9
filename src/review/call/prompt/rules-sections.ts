import { clip } from '../../clip.js';
import { createGlobSet } from '../../globs/index.js';
import type { RepositoryInstructions } from '../../rubric/index.js';
import type { CallSpec } from '../call-spec.js';
import { quoteName } from '../fence.js';
import type { Section } from './section.js';

/** The repository's instruction files, each line with its number, so that a finding can name the rule it rests on. */
export function instructionSections({ entries }: RepositoryInstructions): readonly Section[] {
  return entries.map(({ path, text, isCut }, index) => ({
    intro: index === 0 ? INSTRUCTIONS_INTRO : '',
    material: { label: `instructions ${quoteName(path)}${isCut ? ' (beginning only)' : ''}`, text: numberLines(text) },
  }));
}

const INSTRUCTIONS_INTRO = `# Repository instructions
From the base revision, general ones first; the file nearest to a changed file has the last word on it. They are rules the code
should keep. Most of them are not about reviewing: use the ones a changed line can break, and name file and line in "rule".`;

function numberLines(text: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index + 1}: ${line}`)
    .join('\n');
}

/** The settings' extra instructions, as far as they are about files of this change. */
export function focusSections({ focus, prepared }: Pick<CallSpec, 'focus' | 'prepared'>): readonly Section[] {
  const paths = prepared.evidence.files.map((file) => file.path);
  const relevant = focus.filter((entry) => paths.some(createGlobSet(entry.paths)));
  if (relevant.length === 0) return [];
  const text = relevant
    .map((entry) => `For ${entry.paths.map(quoteName).join(', ')}:\n${entry.instructions}`)
    .join('\n\n');
  return [
    {
      intro: "# The repository's focus\nLook at this as well, in the files named.",
      material: { label: 'focus', text },
    },
  ];
}

const MAX_REQUESTED_FOCUS_CHARS = 2_000;

/** What the person who asked wants to know. It narrows attention and switches nothing off. */
export function requestedFocusSections(requestedFocus: string | null): readonly Section[] {
  if (requestedFocus === null || requestedFocus.trim() === '') return [];
  const intro = `# Asked for
The person who asked for this review wants this looked at first. Answer it in the summary; the rubric stays in force.`;
  return [{ intro, material: { label: 'request', text: clip(requestedFocus, MAX_REQUESTED_FOCUS_CHARS) } }];
}
