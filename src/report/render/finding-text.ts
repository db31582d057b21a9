import type { Finding } from '../../review/index.js';
import { cleanText } from './visible-text.js';

/** Said of a finding whose quote is deleted code. */
export const NEAR_DELETED_CODE = 'This is about deleted code; the line is the nearest that still exists.';

/** What a finding says below its title, as plain text of paragraphs: masked and visible, empty when it says nothing. */
export function findingText(finding: Finding, secrets: readonly string[]): string {
  const { body, trigger, suggestion, location } = finding;
  const parts = [
    body,
    trigger === null || trigger.trim() === '' ? '' : `When: ${trigger}`,
    suggestion === null || suggestion.trim() === '' ? '' : `Instead: ${suggestion}`,
    location?.isNearDeletedCode === true ? NEAR_DELETED_CODE : '',
  ];
  return parts
    .map((part) => cleanText(part, secrets).trim())
    .filter((part) => part !== '')
    .join('\n\n');
}
