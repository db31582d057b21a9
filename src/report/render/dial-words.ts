import type { Finding } from '../../review/index.js';

/** The dials of a finding besides its severity, as words: `correctness, confidence 90 %, unverified`. */
export function dialWords({ category, confidence, rawSeverity, severity, verification }: Finding): string {
  const facts = [
    category.replaceAll('_', ' '),
    `confidence ${Math.round(confidence * 100)} %`,
    verification.state,
    ...(rawSeverity === severity ? [] : [`reported as ${rawSeverity}`]),
  ];
  return facts.join(', ');
}
