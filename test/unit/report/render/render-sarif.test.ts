import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { insertOptionalData } from '@microsoft/sarif-multitool-ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { renderSarif } from '../../../../src/report/render/render-sarif.js';
import { CATEGORIES } from '../../../../src/review/model/finding.js';
import type { Report } from '../../../../src/review/model/report.js';
import { aFinding, aWithheldFinding } from '../../../support/builders/finding.js';
import { hostileText } from '../../../support/builders/hostile-text.js';
import { aRecordedDefect } from '../../../support/builders/record.js';
import { anEvidence, aReport } from '../../../support/builders/report.js';
import {
  aFailedReport,
  aLimitedReport,
  aReportSaying,
  aReportWith,
  aRow,
  aStaleReport,
  everyKindOfReport,
  manyFindings,
  someFindings,
} from '../../../support/builders/report-cases.js';

const library = dirname(createRequire(import.meta.url).resolve('@microsoft/sarif-multitool-ts'));
const schema = JSON.parse(readFileSync(join(library, '../assets/sarif-2.1.0.schema.json'), 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(schema);

function render(report: Report, explain = false): string {
  return renderSarif(report, { version: '0.1.0', explain });
}

function runOf(report: Report, explain = false) {
  return JSON.parse(render(report, explain)).runs[0];
}

function problemsOf(text: string): unknown {
  validate(JSON.parse(text));
  return validate.errors;
}

describe('renderSarif', () => {
  it.each([
    ...everyKindOfReport(),
    ['a finding of every kind', aReportSaying('word')] as const,
    ['nothing read', aReport({ startedAtMs: Number.NaN, endedAtMs: 9e15 })] as const,
  ])('agrees with the schema of SARIF 2.1.0: %s', (_name, report) => {
    expect(problemsOf(render(report))).toBeNull();
    expect(
      problemsOf(renderSarif(report, { version: '0.1.0', explain: true, informationUri: 'https://x.example' })),
    ).toBeNull();
  });

  it('agrees with the schema whatever is written in it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(problemsOf(render(aReportSaying(text), true))).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it('tells a finding as a result', () => {
    const finding = aFinding({
      trigger: 'the provider answers after 30 s',
      additionalLocations: [{ path: 'src/b c.ts', side: 'right', startLine: 3, endLine: 4, isNearDeletedCode: false }],
    });
    expect(runOf(aReportWith([finding])).results[0]).toMatchInlineSnapshot(`
{
  "level": "error",
  "locations": [
    {
      "physicalLocation": {
        "artifactLocation": {
          "uri": "src/a.ts",
          "uriBaseId": "SRCROOT",
        },
        "region": {
          "endLine": 10,
          "startLine": 10,
        },
      },
    },
  ],
  "message": {
    "text": "Retry sends the payment twice.

The first request may have gone through.

When: the provider answers after 30 s",
  },
  "partialFingerprints": {
    "plumblineFinding/v1": "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "plumblineGroup/v1": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  },
  "properties": {
    "confidence": 0.9,
    "decision": {
      "reason": "anchored",
      "state": "published",
    },
    "id": "F1",
    "quote": "retry(() => charge(order))",
    "reportedSeverity": "high",
    "rule": null,
    "severity": "high",
    "suggestion": null,
    "trigger": "the provider answers after 30 s",
    "verification": {
      "confidence": null,
      "note": null,
      "state": "unverified",
    },
  },
  "relatedLocations": [
    {
      "id": 1,
      "message": {
        "text": "Another place of the same defect.",
      },
      "physicalLocation": {
        "artifactLocation": {
          "uri": "src/b%20c.ts",
          "uriBaseId": "SRCROOT",
        },
        "region": {
          "endLine": 4,
          "startLine": 3,
        },
      },
    },
  ],
  "ruleId": "plumbline/correctness",
  "ruleIndex": 0,
}
`);
  });

  it.each([
    ['critical', 'error'],
    ['high', 'error'],
    ['medium', 'warning'],
    ['low', 'note'],
    ['info', 'note'],
  ] as const)('tells %s as %s', (severity, level) => {
    expect(runOf(aReportWith([aFinding({ severity })])).results[0].level).toBe(level);
  });

  it('has one rule a category, and every result points at its own', () => {
    const { tool, results } = runOf(aReportWith(CATEGORIES.map((category) => aFinding({ category }))));
    const ids = tool.driver.rules.map((rule: { id: string }) => rule.id);
    expect(ids).toEqual(CATEGORIES.map((category) => `plumbline/${category}`));
    expect(results.map((result: { ruleIndex: number }) => ids[result.ruleIndex])).toEqual(ids);
  });

  it('K11: names the file alone for a finding without a line', () => {
    const [result] = runOf(aReportWith([aFinding({ location: null })])).results;
    expect(result.locations).toEqual([
      { physicalLocation: { artifactLocation: { uri: 'src/a.ts', uriBaseId: 'SRCROOT' } } },
    ]);
  });

  it.each(['', '/etc/passwd', '../up.ts', 'a/../b.ts', 'a//b.ts'])(
    'has no location for a path that is none: %j',
    (path) => {
      const [result] = runOf(aReportWith([aWithheldFinding({ path })]), true).results;
      expect(result.locations).toEqual([]);
    },
  );

  it('lists only what is published, because code scanning heeds no suppression, and counts the rest', () => {
    const advisory = { state: 'advisory', reason: 'below_minimum_severity' } as const;
    const { results, invocations } = runOf(
      aReportWith([aFinding(), aFinding({ id: 'F2', decision: advisory }), aWithheldFinding()]),
    );
    expect(results.map((result: { properties: { id: string } }) => result.properties.id)).toEqual(['F1']);
    expect(results[0]).not.toHaveProperty('suppressions');
    expect(invocations[0].toolExecutionNotifications.at(-1).message.text).toBe(
      '1 advisory finding and 1 withheld finding are not listed here.',
    );
  });

  it('lists everything when asked to explain, suppressed with the reason', () => {
    const advisory = { state: 'advisory', reason: 'below_minimum_severity' } as const;
    const report = aReportWith([aFinding(), aFinding({ id: 'F2', decision: advisory }), aWithheldFinding()]);
    const { results } = runOf(report, true);
    expect(results.map((result: { suppressions: unknown }) => result.suppressions)).toEqual([
      [],
      [{ kind: 'external', status: 'accepted', justification: 'Advisory: below the minimum severity.' }],
      [{ kind: 'external', status: 'accepted', justification: 'Withheld: quote not found in the change.' }],
    ]);
  });

  it('Q29: loses no finding', () => {
    fc.assert(
      fc.property(someFindings, fc.boolean(), (findings, explain) => {
        const { results } = runOf(aReportWith(findings), explain);
        const expected = findings.filter(({ decision }) => explain || decision.state === 'published');
        const ids = results.map((result: { properties: { id: string } }) => result.properties.id);
        expect(ids.sort()).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: 40 },
    );
  });

  it('is byte for byte the same for equal reports', () => {
    const report = aReportWith(manyFindings(5));
    expect(render(structuredClone(report))).toBe(render(report));
  });

  it('T08: shows nothing invisible, and no words as a link', () => {
    const text = render(
      aReportSaying('a\u001b[31m\u202e\u{e0041}b [click](https://evil.example) handlers[0](event)'),
      true,
    );
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|\\u001b|\\u202e/u);
    const { results } = JSON.parse(text).runs[0];
    expect(results[0].message.text).toContain(
      'a\\u{1b}[31m\\u{202e}\\u{e0041}b [click] (https://evil.example) handlers[0] (event)',
    );
  });

  it('masks secrets', () => {
    const text = renderSarif(aReportSaying('my-own-secret ghp_abcdefghijklmnopqrstuvwxyz0123'), {
      version: '0.1.0',
      explain: true,
      secrets: ['my-own-secret'],
    });
    expect(text).not.toMatch(/my-own-secret|ghp_/);
  });
});

describe('the invocation', () => {
  it.each([
    ['whole and current', aReport(), true],
    [
      'a work tree that was read whole',
      aReport({ coverage: { ...aReport().coverage, state: 'limited', limitations: ['mutable_workspace'] } }),
      true,
    ],
    ['limited', aLimitedReport(), false],
    ['stale', aStaleReport(), false],
    ['failed', aFailedReport(), false],
    ['unknown', aReport({ freshness: 'unknown', movement: { kind: 'unreadable', reason: '502' } }), false],
  ])('is successful only when the review speaks for the whole target: %s', (_name, report, isSuccessful) => {
    expect(runOf(report).invocations[0].executionSuccessful).toBe(isSuccessful);
  });

  it('T23, D05: has one notification a reason, with the files that were not read', () => {
    const rows = [
      aRow('a b.bin', { state: 'excluded', reason: 'binary' }),
      aRow('src/ok.ts'),
      aRow('c.bin', { state: 'excluded', reason: 'binary' }),
      aRow('package-lock.json', { state: 'excluded', reason: 'lockfile', isAccepted: true }),
    ];
    const coverage = { state: 'limited', rows, omittedFileCount: 2, limitations: ['provider_omitted'] } as const;
    expect(toldBy(aReport({ coverage }))).toEqual([
      ['plumbline/unread', 'warning', 'Not reviewed: binary (2 files).', ['a%20b.bin', 'c.bin']],
      ['plumbline/unread', 'warning', 'Not reviewed: not listed by the provider (2 files).', []],
      ['plumbline/accepted', 'note', 'Accepted unread: lockfile (1 file).', ['package-lock.json']],
      ['plumbline/notice', 'note', 'The provider did not list every changed file.', []],
    ]);
  });

  it.each([
    ['failed', aFailedReport(), 'plumbline/not_reviewed', 'error'],
    ['without an answer', aFailedReport({ failure: null }), 'plumbline/not_reviewed', 'error'],
    ['stale', aStaleReport(), 'plumbline/stale', 'warning'],
    [
      'unknown',
      aReport({ freshness: 'unknown', movement: { kind: 'unreadable', reason: '502' } }),
      'plumbline/unknown',
      'warning',
    ],
  ])('says first that a review is %s', (_name, report, id, level) => {
    expect(toldBy(report)[0]).toEqual([id, level, expect.any(String), []]);
  });

  it('names a descriptor that exists', () => {
    const { tool, invocations } = runOf(aFailedReport());
    const [{ descriptor }] = invocations[0].toolExecutionNotifications;
    expect(tool.driver.notifications[descriptor.index].id).toBe(descriptor.id);
  });
});

describe('where the lines are from', () => {
  it('D11: names repository and commit of a pull request', () => {
    expect(runOf(aReport()).versionControlProvenance).toEqual([
      { repositoryUri: 'https://github.com/octo/shop', revisionId: 'b'.repeat(40), mappedTo: { uriBaseId: 'SRCROOT' } },
    ]);
  });

  it.each([
    ['a local repository', { source: 'git_range', repository: { host: 'local', id: null, name: 'shop' } }],
    ['a work tree', { source: 'workspace', headSha: null }],
    ['a name that is none', { repository: { host: 'github.com', id: 1, name: 'a/b/../c' } }],
  ] as const)('names none for %s', (_name, evidence) => {
    expect(runOf(aReport({ evidence: anEvidence(evidence) }))).not.toHaveProperty('versionControlProvenance');
  });
});

describe('another program that reads the log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-sarif-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['src/a.ts', 'src/a b#1%41?.ts', 'src/[id]/ü 数.ts', 'a:b&c=d.ts', "it's (new)+.ts"])(
    'finds the lines in the file they name: %s',
    async (path) => {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'one\n  two 😀\n  three\nfour\n');
      const location = { path, side: 'right', startLine: 2, endLine: 3, isNearDeletedCode: false } as const;
      const run = runOf(aReportWith([aFinding({ path, location })]));
      run.originalUriBaseIds.SRCROOT.uri = `${pathToFileURL(folder)}/`;
      insertOptionalData(run, {
        hashes: true,
        regionSnippets: true,
        contextRegionSnippets: false,
        comprehensiveRegionProperties: false,
      });
      expect(run.results[0].locations[0].physicalLocation.region.snippet.text).toBe('  two 😀\n  three');
      expect(run.artifacts[0].hashes['sha-256']).toMatch(/^[0-9A-F]{64}$/i);
    },
  );

  it.each([...everyKindOfReport(), ['many findings', aReportWith(manyFindings(120))] as const])(
    'finds what each result names, and loses none: %s',
    async (_name, report) => {
      const run = runOf(report, true);
      const before: readonly Result[] = structuredClone(run.results);
      for (const path of new Set(before.flatMap((result) => result.locations.map(pathOf)))) {
        const file = join(folder, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, numberedLines(1, 400));
      }
      run.originalUriBaseIds = { SRCROOT: { uri: `${pathToFileURL(folder)}/` } };
      insertOptionalData(run, {
        hashes: true,
        regionSnippets: true,
        contextRegionSnippets: false,
        comprehensiveRegionProperties: false,
      });
      const after: readonly Result[] = run.results;
      expect(after.map(({ level, ruleId }) => [ruleId, level])).toEqual(
        before.map(({ level, ruleId }) => [ruleId, level]),
      );
      for (const { region } of after.flatMap(({ locations }) => locations.map((each) => each.physicalLocation))) {
        if (region === undefined) continue;
        const { endLine = region.startLine, snippet, startLine } = region;
        expect(snippet?.text).toBe(numberedLines(startLine, endLine).trimEnd());
      }
    },
  );
});

describe('a finding against the revision before', () => {
  it.each([
    ['new', 'new'],
    ['repeated', 'unchanged'],
    ['changed', 'updated'],
  ] as const)('is told in the words of SARIF: %s', (baseline, word) => {
    const report = aReportWith([aFinding({ baseline })]);
    expect(runOf(report).results[0].baselineState).toBe(word);
    expect(problemsOf(render(report))).toBeNull();
  });

  it.each([false, true])(
    'tells what is not observed any more as absent, with what is known of it (explain: %s)',
    (explain) => {
      const known = aRecordedDefect(3, 'gone', 'there', { title: 'Was there', path: 'src/b.ts', startLine: 7 });
      const notObserved = [
        { ...known, category: 'security' as const, support: ['primary'] },
        { ...known, category: 'security' as const, support: ['static:ruff/S602'], startLine: null },
        known,
      ];
      const history = { previousHeadSha: 'c'.repeat(40), notObserved, carriedOver: [known], dispositions: [] };
      const report = aReportWith([aFinding({ baseline: 'new' })], { history });
      expect(problemsOf(render(report, explain))).toBeNull();
      const [, ...absent] = runOf(report, explain).results;
      expect(absent).toMatchObject([
        {
          ruleId: 'plumbline/security',
          level: 'error',
          baselineState: 'absent',
          message: { text: 'Was there.' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'src/b.ts' }, region: { startLine: 7 } } }],
          partialFingerprints: { 'plumblineFinding/v1': known.fingerprint, 'plumblineGroup/v1': known.groupKey },
          properties: { id: 'F3', severity: known.severity },
        },
        { ruleId: 'ruff/S602', baselineState: 'absent' },
        { baselineState: 'absent' },
      ]);
      expect(absent[1].locations[0].physicalLocation).not.toHaveProperty('region');
      expect(absent.map((result: { suppressions?: unknown }) => result.suppressions)).toEqual(
        explain ? [[], [], []] : [undefined, undefined, undefined],
      );
    },
  );

  it('is told nothing of where there is none', () => {
    expect(runOf(aReportWith([aFinding()])).results[0]).not.toHaveProperty('baselineState');
  });
});

type Result = {
  readonly ruleId: string;
  readonly level: string;
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region?: {
        readonly startLine: number;
        readonly endLine?: number;
        readonly snippet?: { readonly text: string };
      };
    };
  }[];
};

function pathOf({ physicalLocation }: Result['locations'][number]): string {
  return decodeURIComponent(physicalLocation.artifactLocation.uri);
}

function numberedLines(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_none, index) => `line ${first + index}\n`).join('');
}

type Notification = {
  readonly descriptor: { readonly id: string };
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations?: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
  }[];
};

function toldBy(report: Report): readonly unknown[] {
  const told: readonly Notification[] = runOf(report).invocations[0].toolExecutionNotifications;
  return told.map(({ descriptor, level, message, locations = [] }) => [
    descriptor.id,
    level,
    message.text,
    locations.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri),
  ]);
}
