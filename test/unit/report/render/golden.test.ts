import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { renderBlock } from '../../../../src/report/render/render-block.js';
import { type CheckRunOutput, renderCheckRun } from '../../../../src/report/render/render-check-run.js';
import { renderJson } from '../../../../src/report/render/render-json.js';
import { renderMarkdown } from '../../../../src/report/render/render-markdown.js';
import { renderSarif } from '../../../../src/report/render/render-sarif.js';
import { renderTerminal } from '../../../../src/report/render/render-terminal.js';
import type { Report } from '../../../../src/review/model/report.js';
import { aGoldenReport } from '../../../support/builders/golden-report.js';

const FOLDER = 'test/fixtures/golden';
/** `UPDATE_GOLDEN=1 npm test -- golden` writes the files anew; read their difference before it is kept. */
const isRenewed = process.env.UPDATE_GOLDEN === '1';

const FORMS: readonly (readonly [string, (report: Report) => string])[] = [
  ['report.txt', (report) => renderTerminal(report, { width: 80, useColor: false, explain: false })],
  ['report-explained.txt', (report) => renderTerminal(report, { width: 80, useColor: false, explain: true })],
  ['report.md', (report) => renderMarkdown(report, { explain: false, secrets: [] })],
  ['report.json', (report) => renderJson(report, { secrets: [] })],
  ['report.sarif', (report) => renderSarif(report, { version: '0.0.0', explain: false, secrets: [] })],
  ['report.block', (report) => renderBlock(report, { secrets: [] })],
  ['check-run.md', (report) => pageOf(renderCheckRun({ kind: 'report', report }))],
];

/** What GitHub is given, as one page for people. */
function pageOf({ annotations, conclusion, summary, text, title }: CheckRunOutput): string {
  const parts = [
    ['title', title],
    ['conclusion', conclusion],
    ['summary', summary],
    ['text', text],
  ] as const;
  const pages = parts.map(([name, words]) => `===== ${name}\n${words}\n`);
  return `${pages.join('\n')}\n===== annotations\n${JSON.stringify(annotations, null, 2)}\n`;
}

it.each(FORMS)('writes one report of everything as it stands in golden/%s', (name, render) => {
  const path = join(FOLDER, name);
  const written = render(aGoldenReport());
  if (isRenewed) writeFileSync(path, written);
  expect(written).toBe(readFileSync(path, 'utf8'));
});
