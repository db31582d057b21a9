import type { CallSpec } from '../call-spec.js';
import { chooseNonce } from '../fence.js';
import type { PageDesk } from '../page-desk.js';
import { factSections } from './fact-sections.js';
import { fileTableSection } from './file-table.js';
import { toMaterial } from './page-section.js';
import { focusSections, instructionSections, requestedFocusSections } from './rules-sections.js';
import { materialOf, type Section, writeSections } from './section.js';
import { authorSections, factsSection, hintSections } from './target-sections.js';

const PAGES_INTRO = `# The diff
Columns of a page: new-side line number (none for a removed line), mark (+ added, - removed, space for context), text.`;

const NO_PAGES_INTRO = '# The diff\nNo page fits this message. Ask for pages with get_file_diff.';

/** Write the first message: what stays the same for a repository first, then the target, then what the desk has served. */
export function writeFirstMessage(spec: CallSpec, desk: PageDesk): string {
  const sections: readonly Section[] = [
    ...instructionSections(spec.instructions),
    ...focusSections(spec),
    factsSection(spec),
    fileTableSection(spec.prepared, desk),
    ...hintSections(spec.prepared),
    ...factSections(spec.facts),
    ...authorSections(spec.target.authorText),
    ...requestedFocusSections(spec.requestedFocus),
    ...pageSections(desk),
  ];
  const nonce = chooseNonce(spec.runSecret, spec.prepared.evidence.fingerprint, materialOf(sections));
  return writeSections(sections, nonce);
}

function pageSections(desk: PageDesk): readonly Section[] {
  const pages = desk.served();
  if (pages.length === 0) return [{ intro: NO_PAGES_INTRO, material: null }];
  return pages.map((page, index) => ({ intro: index === 0 ? PAGES_INTRO : '', material: toMaterial(page) }));
}
