import { PRIMARY_BRIEF, writeReviewRubric } from '../../rubric/index.js';
import type { CallSpec } from '../call-spec.js';
import { chooseNonce, quoteName } from '../fence.js';
import { materialOf, type Section, writeSections } from './section.js';

/** Write the instructions that replace all others: rubric, brief, language, then the house rules of the base revision. */
export function writeSystemMessage(spec: CallSpec): string {
  const sections: Section[] = [
    { intro: writeReviewRubric(), material: null },
    { intro: PRIMARY_BRIEF, material: null },
    {
      intro: `# Language\nWrite summary, titles and bodies in this language: ${quoteName(spec.language)}.`,
      material: null,
    },
    ...houseRules(spec.houseRubric),
  ];
  const nonce = chooseNonce(spec.runSecret, spec.prepared.evidence.fingerprint, materialOf(sections));
  return writeSections(sections, nonce);
}

function houseRules(rubric: CallSpec['houseRubric']): readonly Section[] {
  if (rubric === null || rubric.text.trim() === '') return [];
  const intro = `# House rules
The maintainers of this repository want this looked at as well. It adds to the rubric and takes nothing away from it.`;
  return [{ intro, material: { label: `house rules ${quoteName(rubric.path)}`, text: rubric.text } }];
}
