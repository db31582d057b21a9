import { cleanText } from './visible-text.js';

/**
 * Text as a SARIF message that says nothing but what it shows: masked, nothing invisible, and no `[words](target)`, which
 * a viewer would turn into a link. Braces stay single: nothing here has `arguments`, so nothing is a placeholder.
 */
export function messageOf(text: string, secrets: readonly string[]): { readonly text: string } {
  const shown = cleanText(text, secrets)
    .replace(/\](?=\()/g, '] ')
    .trim();
  return { text: shown === '' ? 'The reviewer gave no description.' : shown };
}
