import type { Finding } from '../../review/index.js';

/** The dials of a finding besides its severity, as words: `correctness, confidence 90 %, unverified`. */
export function dialWords({ category, confidence, rawSeverity, severity, support, verification }: Finding): string {
  const isByRule = support.every((id) => id.startsWith('static:'));
  const facts = [
    category.replaceAll('_', ' '),
    // How sure a rule is nobody has measured.
    ...(isByRule ? ['a static rule'] : [`confidence ${Math.round(confidence * 100)} %`, verification.state]),
    ...(rawSeverity === severity ? [] : [`reported as ${rawSeverity}`]),
  ];
  return facts.join(', ');
}
