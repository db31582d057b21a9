import { describe, expect, it } from '@jest/globals';
import { renderBlock, renderJson, renderTerminal } from '../../../../src/report/index.js';
import { renderCheckRun } from '../../../../src/report/render/render-check-run.js';
import type { Report } from '../../../../src/review/index.js';
import { aReport } from '../../../support/builders/report.js';

const CHECK = {
  analyzerId: 'ruff',
  version: '0.17.4',
  checkedPaths: ['a.py'],
  findings: 0,
  failure: null,
} as const;

const TOLD = { analyzerId: 'ruff', version: '0.17.4', checkedFiles: 1, findings: 0, failure: null };

/** What a run without a model leaves: one file nobody read, one static check. */
const alone = (overrides: Partial<Report> = {}): Report =>
  aReport({
    coverage: {
      state: 'limited',
      rows: [{ path: 'a.py', state: 'deferred', reason: 'no_model', isAccepted: false }],
      omittedFileCount: 0,
      limitations: ['no_model'],
    },
    verdict: 'not_assessed',
    conclusion: 'neutral',
    title: 'Limited: static checks only, no findings',
    summary: null,
    modelId: null,
    staticChecks: [CHECK],
    ...overrides,
  });
const SCREEN = { width: 100, useColor: false, explain: false };
const terminal = (report: Report) => renderTerminal(report, SCREEN);
const checkRun = (report: Report) => {
  const { summary, text } = renderCheckRun({ kind: 'report', report });
  return `${summary}\n${text}`;
};

describe('a report of static checks alone', () => {
  it('says on a check run that no model read the change, and never that it was reviewed', () => {
    const told = checkRun(alone());
    expect(told).toContain('No model read the change: static checks alone looked at the lines it adds.');
    expect(told).toContain('Static checks looked at');
    expect(told).toContain('`OPENAI_API_KEY`');
    expect(told).not.toMatch(/\bReviewed\b|No findings in what was read/);
  });

  it('names the checks and their versions, and no model', () => {
    expect(renderTerminal(alone(), { ...SCREEN, explain: true })).toContain('static checks: ruff 0.17.4');
    expect(checkRun(alone())).toContain('standard review · static checks: ruff 0.17.4');
    expect(renderBlock(alone())).toMatch(/^static checks: ruff 0\.17\.4$/m);
    expect(JSON.parse(renderJson(alone()))).toMatchObject({ model: null, staticChecks: [TOLD] });
  });

  it('says not reviewed on the line of counts when nothing was found', () => {
    expect(terminal(alone()).trim().split('\n').at(-1)).toMatch(
      /^not reviewed · static checks of 1 of 1 file, no model · current/,
    );
  });
});

it('a report without static checks does not speak of them', () => {
  for (const told of [terminal(aReport()), checkRun(aReport()), renderBlock(aReport())]) {
    expect(told.toLowerCase()).not.toContain('static check');
  }
});
