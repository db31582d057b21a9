import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { renderJson } from '../../../../src/report/render/render-json.js';
import { reportJsonSchema } from '../../../../src/report/render/report-json-schema.js';
import { aFinding, aWithheldFinding } from '../../../support/builders/finding.js';
import { aReport } from '../../../support/builders/report.js';
import { aReportWith, everyKindOfReport, manyFindings } from '../../../support/builders/report-cases.js';

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(reportJsonSchema());

describe('renderJson', () => {
  it.each([
    ...everyKindOfReport(),
    [
      'every field filled',
      aReportWith([
        aFinding({
          trigger: 't',
          suggestion: 's',
          rule: { file: 'AGENTS.md', line: 3, isVerified: true },
          claims: [{ kind: 'unused', subject: 'x', path: null }],
          additionalLocations: [{ path: 'b.ts', side: 'right', startLine: 1, endLine: 2, isNearDeletedCode: true }],
          verification: { state: 'confirmed', confidence: 1, note: 'n' },
        }),
        aWithheldFinding(),
      ]),
    ] as const,
  ])('agrees with its published schema: %s', (_name, report) => {
    validate(JSON.parse(renderJson(report)));
    expect(validate.errors).toBeNull();
  });

  it('has a version, so that a reader can tell what it reads', () => {
    expect(JSON.parse(renderJson(aReport()))).toMatchObject({ schemaVersion: 1, conclusion: 'success' });
  });

  it('is byte for byte the same for equal reports', () => {
    const [one, other] = [aReportWith(manyFindings(5)), structuredClone(aReportWith(manyFindings(5)))];
    expect(renderJson(other)).toBe(renderJson(one));
  });

  it('does not leak a field that is not mapped', () => {
    const report = { ...aReport(), secretInternals: 'x' };
    expect(renderJson(report)).not.toContain('secretInternals');
  });

  it('K05: accounts for every candidate, the withheld ones included', () => {
    const { counts, findings } = JSON.parse(renderJson(aReportWith([aFinding(), aWithheldFinding()])));
    expect(counts).toEqual({ candidates: 2, published: 1, advisory: 0, withheld: 1 });
    expect(findings.map((one: { decision: unknown }) => one.decision)).toEqual([
      { state: 'published', reason: 'anchored' },
      { state: 'withheld', reason: 'quote_not_found' },
    ]);
  });

  it('T08: writes what a terminal would act on as escapes and keeps the value', () => {
    const title = 'a\u001b[31m\u202e\u{e0041}\u007fb';
    const text = renderJson(aReportWith([aFinding({ title })]));
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202e\u{e0041}]/u);
    expect(JSON.parse(text).findings[0].title).toBe(title);
  });

  it('masks secrets', () => {
    const report = aReportWith([aFinding({ evidence: 'ghp_abcdefghijklmnopqrstuvwxyz0123', body: 'my-own-secret' })]);
    const text = renderJson(report, { secrets: ['my-own-secret'] });
    expect(text).not.toMatch(/ghp_|my-own-secret/);
  });
});

describe('schema/report.schema.json', () => {
  it('is what the renderer generates', () => {
    const stored = readFileSync(new URL('../../../../schema/report.schema.json', import.meta.url), 'utf8');
    expect(stored).toBe(`${JSON.stringify(reportJsonSchema(), null, 2)}\n`);
  });
});
