/** What of a message tells the secret itself. */
export type SecretMessage = {
  readonly ruleId: string;
  /** Offsets in UTF-16 code units. Of some rules it begins before the secret and ends within it. */
  readonly range: readonly [number, number];
  readonly data?: unknown;
};

/** Words about the secret, which the rules put beside it. */
const ABOUT: ReadonlySet<string> = new Set(['typeName', 'FILE_NAME']);
/** Its range is the whole file; the key in it has a message of its own. */
const WHOLE_FILE_RULE = '@secretlint/secretlint-rule-gcp';
/** Shorter ones stand in ordinary text too: masking them everywhere would make it unreadable. */
const MIN_SECRET_CHARS = 6;
/** The first and the last line of a key in PEM say nothing of it. */
const PEM_FRAME = /^\s*-----(?:BEGIN|END) [A-Z0-9 ]{1,60}-----\s*$/;

/** The lines of a file that a message is about, verbatim: as the rule matched them, or else by the range. */
export function secretsOf({ ruleId, range, data }: SecretMessage, text: string): string[] {
  if (ruleId === WHOLE_FILE_RULE) return [];
  const matched = matchedTexts(data).filter((match) => text.includes(match));
  const secrets = matched.length > 0 ? matched : [text.slice(...range)];
  return secrets
    .flatMap((secret) => secret.split(/\r\n|\n|\r/))
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_SECRET_CHARS && !PEM_FRAME.test(line));
}

function matchedTexts(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => (typeof value === 'string' && !ABOUT.has(key) ? [value] : []));
}
