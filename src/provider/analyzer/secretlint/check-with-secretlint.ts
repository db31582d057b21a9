import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { HeadFile } from '../../../review/index.js';
import type { CheckOutcome, ToolFinding } from '../check.js';
import { type LineIndex, lineIndexOf } from '../line-index.js';
import { placeOnAddedLines } from '../place-on-added-lines.js';
import { isTestPath } from '../test-path.js';
import { toToolWords } from './rules.js';
import { type SecretMessage, secretsOf } from './secrets-of.js';

/** The rule by which a comment silences the others is left out, so that nothing in a file is a directive. */
const SILENCING_RULE = '@secretlint/secretlint-rule-filter-comments';

const SELECTED_RULES = rules.filter(({ meta }) => meta.id !== SILENCING_RULE);

type Rule = (typeof rules)[number];

/** Words of the tool are never passed on, since they quote the secret: only which rule it was, where, and what to mask. */
export async function checkWithSecretlint({ path, text: written, addedLines }: HeadFile): Promise<CheckOutcome> {
  // Offsets are told without it.
  const text = written.replace(/^\uFEFF/, '');
  const messages = await reportsOf(path, text);
  const lineOf = lineIndexOf(text);
  const isTest = isTestPath(path);
  const findings = messages.map((message) => toToolFinding(message, lineOf, isTest));
  const secrets = messages.flatMap((message) => secretsOf(message, text));
  return { findings: placeOnAddedLines(findings, addedLines), isReadable: true, secrets: [...new Set(secrets)] };
}

async function reportsOf(path: string, text: string): Promise<readonly SecretMessage[]> {
  const messages: SecretMessage[] = [];
  const { filePath, ext } = neutralName(path);
  const selected = SELECTED_RULES.map((rule) => ({
    id: rule.meta.id,
    rule: reportingTo((message) => messages.push(message), rule),
    options: {},
  }));
  await lintSource({
    source: { filePath, ext, content: text, contentType: 'text' },
    options: { noPhysicFilePath: true, maskSecrets: false, config: { rules: selected } },
  });
  return messages;
}

/** The tool compares every report with all the others, which takes minutes when a file was made to have many: it gets none. */
function reportingTo(take: (message: SecretMessage) => void, rule: Rule): Rule {
  return {
    ...rule,
    create: (context, options) => {
      const report: typeof context.report = ({ range, message: { messageId, data } }) =>
        take({ ruleId: rule.meta.id, range: [range[0], range[1]], messageId, data });
      return rule.create({ ...context, report }, options);
    },
  };
}

/** Kinds of files that single rules ask for; the longer name first. */
const KINDS = ['package-lock.json', 'package.json', '.npmrc', '.json'] as const;

/** The kind of a file under a name of ours, and never an ending by which a rule opens a file on the disk. */
function neutralName(path: string): { readonly filePath: string; readonly ext: string } {
  const kind = KINDS.find((ending) => path.toLowerCase().endsWith(ending)) ?? '.txt';
  return { filePath: `file-${kind}`, ext: kind.endsWith('.json') ? '.json' : '.txt' };
}

function toToolFinding({ ruleId, messageId, range }: SecretMessage, lineOf: LineIndex, isTest: boolean): ToolFinding {
  const [start, end] = range;
  const place = { start: lineOf(start), end: lineOf(Math.max(start, end - 1)) };
  return { ...toToolWords(ruleId, messageId, isTest), places: [place] };
}
