import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { insertOptionalData, serializeSarifLog, tryReconstructAbsoluteUri } from '@microsoft/sarif-multitool-ts';
import { renderSarif } from '../../../../src/report/render/render-sarif.js';
import type { Finding, Severity } from '../../../../src/review/model/finding.js';
import type { Report } from '../../../../src/review/model/report.js';
import { aFinding } from '../../../support/builders/finding.js';
import { aRecordedDefect } from '../../../support/builders/record.js';
import { anEvidence } from '../../../support/builders/report.js';
import {
  aFailedReport,
  aLimitedReport,
  aReportWith,
  everyKindOfReport,
} from '../../../support/builders/report-cases.js';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-sarif-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the test needs of a log, as another program left it. */
type Run = {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly invocations: readonly { readonly executionSuccessful: boolean }[];
  readonly versionControlProvenance?: readonly { readonly repositoryUri: string; readonly revisionId: string }[];
  readonly originalUriBaseIds: Record<string, { uri?: string }>;
  readonly artifacts?: readonly { readonly location: { readonly uri: string }; readonly hashes?: unknown }[];
  readonly results?: readonly Result[];
};
type Result = {
  readonly ruleId?: string;
  readonly ruleIndex?: number;
  readonly level: string;
  readonly baselineState?: string;
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
      readonly region?: { readonly startLine: number; readonly endLine: number; readonly snippet?: { text: string } };
    };
  }[];
};

/** The log as another program leaves it that looks the files up, adds what it found of them, and writes a log of its own. */
function reread(report: Report): Run {
  const log = JSON.parse(renderSarif(report, { version: '0.1.0', explain: false }));
  const [run] = log.runs;
  run.originalUriBaseIds.SRCROOT.uri = `${pathToFileURL(folder)}/`;
  const wanted = { hashes: true, regionSnippets: true, contextRegionSnippets: true };
  insertOptionalData(run, { ...wanted, comprehensiveRegionProperties: true, rollingHashFingerprints: true });
  return JSON.parse(serializeSarifLog(log, true)).runs[0];
}

/** Each result by what a reader works with. Files are looked up the way the standard says, on this disk. */
function readBack(run: Run): readonly unknown[] {
  return (run.results ?? []).map(({ ruleId, ruleIndex, level, locations, partialFingerprints }) => {
    const [place] = locations;
    const uri = tryReconstructAbsoluteUri(place?.physicalLocation.artifactLocation, run.originalUriBaseIds);
    return {
      rule: ruleIndex === undefined ? ruleId : run.tool.driver.rules[ruleIndex]?.id,
      level,
      file: uri === undefined ? null : fileURLToPath(uri).slice(folder.length + 1),
      line: place?.physicalLocation.region?.startLine ?? null,
      fingerprint: partialFingerprints['plumblineFinding/v1'],
      group: partialFingerprints['plumblineGroup/v1'],
    };
  });
}

const LEVELS: Readonly<Record<Severity, string>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

function expectedOf({ category, fingerprint, groupKey, location, path, severity, support }: Finding) {
  const [only] = support;
  const isStatic = support.length === 1 && only?.startsWith('static:') === true;
  return {
    rule: isStatic ? only.slice('static:'.length) : `plumbline/${category}`,
    level: LEVELS[severity],
    file: location?.path ?? path,
    line: location?.startLine ?? null,
    fingerprint,
    group: groupKey,
  };
}

function at(path: string, startLine: number, part: Partial<Finding> = {}): Finding {
  const location = { path, side: 'right', startLine, endLine: startLine, isNearDeletedCode: false } as const;
  return aFinding({ path, location, groupKey: `group of ${path}`, fingerprint: `${path} at ${startLine}`, ...part });
}

const ODD_PATHS = [
  'src/a b.ts',
  'src/a b#1%41?.ts',
  'src/[id]/ü 数.ts',
  'a:b&c=d.ts',
  "it's (new)+.ts",
  'keys/[masked]~2.ts',
  'e\u0301/é.ts',
  '100%.ts',
  ' leading and trailing ',
  '😀.ts',
];
const MANY = Array.from({ length: 120 }, (_none, index) => at(`src/${index % 40}/file ${index}.ts`, index + 1));

const CASES: readonly (readonly [name: string, report: Report, isSuccessful: boolean])[] = [
  ...everyKindOfReport().map(
    ([name, report]) => [name, report, ['nothing found', 'findings', 'of a workspace'].includes(name)] as const,
  ),
  ['many files', aReportWith(MANY), true],
  ['odd paths', aReportWith(ODD_PATHS.map((path, index) => at(path, index + 1))), true],
  ['partial coverage with findings', aLimitedReport({ findings: MANY.slice(0, 3) }), false],
  ['a failed run with findings of static checks', aFailedReport({ findings: [at('src/a.ts', 2)] }), false],
  [
    'no model',
    aLimitedReport({
      modelId: null,
      findings: [
        at('src/a.ts', 2, { support: ['static:oxlint/no-debugger'], severity: 'medium' }),
        at('src/b.py', 3, { support: ['static:ruff/F821'], severity: 'low' }),
      ],
    }),
    false,
  ],
  [
    'a local repository, a finding without a line, one of each severity',
    aReportWith(
      (['critical', 'high', 'medium', 'low', 'info'] as const).map((severity) =>
        at(`src/${severity}.ts`, 1, { severity, ...(severity === 'low' ? { location: null } : {}) }),
      ),
      { evidence: anEvidence({ source: 'git_range', repository: { host: 'local', id: null, name: 'shop' } }) },
    ),
    true,
  ],
];

describe('another program that reads and rewrites the whole log', () => {
  it.each(CASES)('finds rule, level, file, line and fingerprints: %s', (_name, report, isSuccessful) => {
    const run = reread(report);
    const expected = report.findings.filter(({ decision }) => decision.state === 'published').map(expectedOf);
    expect(inOrder(readBack(run))).toEqual(inOrder(expected));
    expect(run.invocations.map(({ executionSuccessful }) => executionSuccessful)).toEqual([isSuccessful]);
  });

  it('finds the repository and the commit of a pull request', () => {
    const [name, report] = everyKindOfReport()[1] ?? ['', aFailedReport()];
    expect(name).toBe('findings');
    const { headSha, repository } = report.evidence;
    expect(reread(report).versionControlProvenance).toMatchObject([
      { repositoryUri: `https://${repository.host}/${repository.name}`, revisionId: headSha },
    ]);
  });

  it.each(ODD_PATHS)('finds the lines in the file they name: %s', async (path) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, 'one\n  two 😀\n  three\nfour\n');
    const finding = at(path, 2);
    const location = finding.location && { ...finding.location, endLine: 3 };
    const run = reread(aReportWith([{ ...finding, location }]));
    expect(run.results?.[0]?.locations[0]?.physicalLocation.region).toMatchObject({
      startLine: 2,
      endLine: 3,
      snippet: { text: '  two 😀\n  three' },
    });
    expect(run.artifacts).toMatchObject([{ hashes: { 'sha-256': expect.stringMatching(/^[0-9A-F]{64}$/i) } }]);
    expect(run.results?.[0]?.partialFingerprints).toHaveProperty('primaryLocationLineHash');
  });

  it('keeps the baseline of each result, and those that are absent', () => {
    const gone = { ...aRecordedDefect(9, 'gone'), category: 'tests' as const, support: ['primary'] };
    const history = { previousHeadSha: 'c'.repeat(40), notObserved: [gone], carriedOver: [], dispositions: [] };
    const findings = (['new', 'repeated', 'changed'] as const).map((baseline, index) =>
      at('src/a.ts', index + 1, { baseline }),
    );
    const { results } = reread(aReportWith(findings, { history }));
    expect(results?.map(({ baselineState }) => baselineState).sort()).toEqual([
      'absent',
      'new',
      'unchanged',
      'updated',
    ]);
  });
});

function inOrder(results: readonly unknown[]): readonly unknown[] {
  return results.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
