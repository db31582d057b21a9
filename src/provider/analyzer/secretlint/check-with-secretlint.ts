import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { HeadFile } from '../../../review/index.js';
import type { CheckOutcome, ToolFinding } from '../check.js';
import { type LineIndex, lineIndexOf } from '../line-index.js';
import { placeOnAddedLines } from '../place-on-added-lines.js';
import { isTestPath } from '../test-path.js';
import { toToolWords } from './rules.js';
import { secretsOf } from './secrets-of.js';

/** The rule by which a comment silences the others is left out, so that nothing in a file is a directive. */
const SILENCING_RULE = '@secretlint/secretlint-rule-filter-comments';

const CONFIGURATION = {
  rules: rules
    .filter(({ meta }) => meta.id !== SILENCING_RULE)
    .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
};

type Message = Awaited<ReturnType<typeof lintSource>>['messages'][number];

/** Words of the tool are never passed on, since they quote the secret: only which rule it was, where, and what to mask. */
export async function checkWithSecretlint({ path, text, addedLines }: HeadFile): Promise<CheckOutcome> {
  const { filePath, ext } = neutralName(path);
  const { messages } = await lintSource({
    source: { filePath, ext, content: text, contentType: 'text' },
    options: { noPhysicFilePath: true, maskSecrets: false, config: CONFIGURATION },
  });
  const lineOf = lineIndexOf(text);
  const isTest = isTestPath(path);
  const findings = messages.map((message) => toToolFinding(message, lineOf, isTest));
  const secrets = messages.flatMap((message) => secretsOf(message, text));
  return { findings: placeOnAddedLines(findings, addedLines), isReadable: true, secrets: [...new Set(secrets)] };
}

/** Kinds of files that single rules ask for; the longer name first. */
const KINDS = ['package-lock.json', 'package.json', '.npmrc', '.json'] as const;

/** The kind of a file under a name of ours, and never an ending by which a rule opens a file on the disk. */
function neutralName(path: string): { readonly filePath: string; readonly ext: string } {
  const kind = KINDS.find((ending) => path.toLowerCase().endsWith(ending)) ?? '.txt';
  return { filePath: `file-${kind}`, ext: kind.endsWith('.json') ? '.json' : '.txt' };
}

function toToolFinding({ ruleId, messageId, range }: Message, lineOf: LineIndex, isTest: boolean): ToolFinding {
  const [start, end] = range;
  const place = { start: lineOf(start), end: lineOf(Math.max(start, end - 1)) };
  return { ...toToolWords(ruleId, messageId, isTest), places: [place] };
}
