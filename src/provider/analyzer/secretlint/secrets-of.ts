import { looksLikeSecret, readsAsName } from '../looks-like-secret.js';

/** What of a message tells the secret itself. */
export type SecretMessage = {
  readonly ruleId: string;
  readonly messageId: string;
  /** Offsets in UTF-16 code units. Of some rules it begins before the secret and ends within it. */
  readonly range: readonly [number, number];
  readonly data?: unknown;
};

/** Words about the secret, which the rules put beside it. */
const ABOUT: ReadonlySet<string> = new Set(['typeName', 'FILE_NAME']);
/** Its range is the whole file; the key in it has a message of its own. */
const WHOLE_FILE_RULE = '@secretlint/secretlint-rule-gcp';
/** Rules that match an address and not its password alone. */
const ADDRESS_RULE = /-rule-(?:basicauth|database-connection-string)$/;
/** Rules that take whatever stands in the place of a secret, so that whoever writes the file chooses it. The others know a form. */
const OPEN_RULE = /-rule-(?:basicauth|database-connection-string|npm|privatekey)$/;
const PASSWORD = /:\/\/[^:/\s]{0,300}:([^@/\s]+)@/;
/** It knows a length and an alphabet, and no form. */
const LENGTH_ONLY_MESSAGE = 'AWSSecretAccessKey';
/** The first and the last line of a key in PEM say nothing of it; within a string, ends of lines are written out. */
const NO_SECRET = /-----(?:BEGIN|END) [A-Z0-9 ]{1,60}-----|\\r|\\n|\r\n|\n|\r/;
/** A form that a rule knows is as long at least. */
const MIN_KNOWN_CHARS = 16;
/** How far behind its range a secret may end. */
const REACH_CHARS = 300;

/** What of a file a message is about, verbatim, one line each: as the rule matched it, or else by the range. */
export function secretsOf(message: SecretMessage, text: string): string[] {
  const { ruleId, messageId } = message;
  if (ruleId === WHOLE_FILE_RULE) return [];
  const matched = matchedTexts(message, text);
  const secrets = ADDRESS_RULE.test(ruleId) ? matched.flatMap((address) => PASSWORD.exec(address)?.[1] ?? []) : matched;
  return secrets
    .flatMap((secret) => secret.split(NO_SECRET))
    .map((line) => line.trim())
    .filter((line) => looksLikeSecret(line) || (!OPEN_RULE.test(ruleId) && isKnownForm(line)))
    .filter((line) => messageId !== LENGTH_ONLY_MESSAGE || !readsAsName(line));
}

function isKnownForm(line: string): boolean {
  return line.length >= MIN_KNOWN_CHARS && /^\S+$/.test(line);
}

/** Looked up near the range: looking through the whole text for each of many would take too long. */
function matchedTexts({ range: [start, end], data }: SecretMessage, text: string): string[] {
  const near = text.slice(start, end + REACH_CHARS);
  const words =
    typeof data === 'object' && data !== null
      ? Object.entries(data).flatMap(([key, value]) => (typeof value === 'string' && !ABOUT.has(key) ? [value] : []))
      : [];
  const matched = words.filter((word) => near.includes(word));
  return matched.length > 0 ? matched : [text.slice(start, end)];
}
