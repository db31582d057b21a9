import type { Report } from '../../review/index.js';

/** `oxlint 1.94.0, ruff 0.14.3`; empty when none had anything to look at. */
export function staticCheckNames({ staticChecks }: Report): string {
  return staticChecks.map(({ analyzerId, version }) => `${analyzerId} ${version}`.trim()).join(', ');
}

/** The same with what they are before it. */
export function staticCheckWords(report: Report): string {
  const names = staticCheckNames(report);
  return names === '' ? '' : `static checks: ${names}`;
}

/** No model read the change; static checks looked at some of it. */
export function isCheckedAlone({ coverage }: Report): boolean {
  return coverage.state === 'limited' && coverage.limitations.includes('no_model');
}
