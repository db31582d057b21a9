import { canonicalJson } from '../../digest.js';
import type { Fact } from '../../model/analysis.js';
import type { Section } from './section.js';

/** Enough to save a reviewer the search; more would only crowd out the diff. */
const MAX_FACTS = 40;

const INTRO = `# Static checks
Rules that matched on added lines. They are reported already: judge them, do not repeat them; say where one is wrong or hides a
larger defect.`;

/** What static checks found, one JSON line each. */
export function factSections(facts: readonly Fact[]): readonly Section[] {
  if (facts.length === 0) return [];
  const lines = facts.slice(0, MAX_FACTS).map(({ candidate }) => {
    const { callId, path, severity, startLine, title } = candidate;
    return canonicalJson({ check: callId.replace(/^static:/, ''), line: startLine, path, severity, title });
  });
  const more = facts.length > MAX_FACTS ? [`(${facts.length - MAX_FACTS} more)`] : [];
  return [{ intro: INTRO, material: { label: 'static_checks', text: [...lines, ...more].join('\n') } }];
}
