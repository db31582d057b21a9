import { describe, expect, it } from '@jest/globals';
import type { AnalyzerFinding } from '../../../../src/review/ports/index.js';
import { DEFAULT_SETTINGS } from '../../../../src/review/settings.js';
import { anAnalyzer, anAnalyzerFinding } from '../../../support/builders/analyzer.js';
import { anEntry, anEnvelope, aSubmission } from '../../../support/builders/call.js';
import { reviewed } from '../../../support/builders/review.js';
import { aPinnedTarget, aSourceFile } from '../../../support/builders/source-file.js';

const TOKEN = 'hunter2-hunter2-hunter2';
const LINES = ['import x from "x";', 'debugger;', `const token = "${TOKEN}";`, 'export {};'];
/** Adds the second and the third line. */
const PATCH = `@@ -1,2 +1,4 @@\n ${LINES[0]}\n+${LINES[1]}\n+${LINES[2]}\n ${LINES[3]}`;
const change = (part: Parameters<typeof aSourceFile>[0] = {}) => ({
  files: [aSourceFile({ patch: { kind: 'text', text: PATCH }, ...part })],
  head: new Map([[part.path ?? 'src/a.ts', LINES.join('\n')]]),
});
const says = (...findings: Partial<AnalyzerFinding>[]) => ({ findings: findings.map(anAnalyzerFinding) });

describe('static checks of a change', () => {
  it('publish what they say of an added line, on that line, with the rule', async () => {
    const { report } = await reviewed(change(), [aSubmission()], {}, [anAnalyzer(says({ startLine: 2, endLine: 2 }))]);
    expect(report.findings).toMatchObject([
      {
        id: 'F1',
        severity: 'medium',
        location: { path: 'src/a.ts', startLine: 2, endLine: 2 },
        evidence: 'debugger;',
        body: 'Take it out. (oxlint/no-debugger)',
        support: ['static:oxlint/no-debugger'],
        decision: { state: 'published', reason: 'anchored' },
      },
    ]);
    expect(report.staticChecks).toEqual([
      { analyzerId: 'oxlint', version: '1.2.3', checkedPaths: ['src/a.ts'], findings: 1, failure: null },
    ]);
  });

  it.each([
    ['a line the change did not add', { startLine: 1, endLine: 1 }],
    ['a line that is not there', { startLine: 99, endLine: 99 }],
    ['a file it was not given', { path: 'src/b.ts', startLine: 2 }],
  ])('say nothing of %s', async (_what, part) => {
    const { report } = await reviewed(change(), [aSubmission()], {}, [anAnalyzer(says(part))]);
    expect(report.findings).toEqual([]);
  });

  it('end with the stretch of added lines', async () => {
    const { report } = await reviewed(change(), [aSubmission()], {}, [anAnalyzer(says({ startLine: 2, endLine: 4 }))]);
    expect(report.findings[0]?.location).toMatchObject({ startLine: 2, endLine: 3 });
  });

  it('are given the text of the head and the added lines', async () => {
    const analyzer = anAnalyzer();
    await reviewed(change(), [aSubmission()], {}, [analyzer]);
    expect(analyzer.given).toEqual([
      { path: 'src/a.ts', text: LINES.join('\n'), addedLines: [{ start: 2, end: 3 }], removedText: '' },
    ]);
  });

  it.each([
    ['a deleted file', { status: 'deleted' as const }],
    ['a link', { newMode: '120000' }],
    ['a vendored file', { path: 'vendor/a.ts' }],
    ['a file nobody covers', { path: 'a.rs' }],
    ['a file without added lines', { additions: 0, patch: { kind: 'none' as const } }],
  ])('are not given %s', async (_what, part) => {
    const analyzer = anAnalyzer();
    const { report } = await reviewed(change(part), [aSubmission()], {}, [analyzer]);
    expect([analyzer.given, report.staticChecks]).toEqual([[], []]);
  });

  it('are given a lockfile, which reviewers are spared', async () => {
    const analyzer = anAnalyzer({}, { id: 'lockfile', endings: ['package-lock.json'] });
    await reviewed(change({ path: 'package-lock.json' }), [aSubmission()], {}, [analyzer]);
    expect(analyzer.given).toHaveLength(1);
  });

  it('are switched off one by one by the settings', async () => {
    const settings = { ...DEFAULT_SETTINGS, analyzers: { ...DEFAULT_SETTINGS.analyzers, ruff: false } };
    const [off, on] = [anAnalyzer({}, { id: 'ruff' }), anAnalyzer()];
    await reviewed(change(), [aSubmission()], { settings }, [off, on]);
    expect([off.given.length, on.given.length]).toEqual([0, 1]);
  });

  it('tell what they could not look at', async () => {
    const failing = anAnalyzer({ failure: 'took longer than 20 s', checkedPaths: [] });
    const { report } = await reviewed(change(), [aSubmission()], {}, [failing]);
    expect(report.notices).toContain('Static check oxlint: took longer than 20 s');
  });

  it.each<[string, Parameters<typeof aSourceFile>[0], readonly string[]]>([
    ['whose bytes are no text', { patch: { kind: 'binary' } }, ['b.ts']],
    ['that is too large', { patch: { kind: 'oversized', sizeBytes: null } }, ['b.ts']],
    ['whose patch is missing', { patch: { kind: 'missing' } }, ['b.ts']],
    ['that nobody checks by its name', { patch: { kind: 'binary' }, path: 'b.bin' }, []],
    ['that is gone', { patch: { kind: 'binary' }, status: 'deleted' }, []],
  ])('tell whether they looked at a file %s', async (_what, part, expected) => {
    const { files, head } = change();
    const more = [...files, aSourceFile({ path: 'b.ts', status: 'added', additions: 0, deletions: 0, ...part })];
    const { report } = await reviewed({ files: more, head }, [aSubmission()], {}, [anAnalyzer()]);
    expect(report.uncheckedPaths).toEqual(expected);
  });

  it('tell of a file without text that stands alone', async () => {
    const files = [aSourceFile({ patch: { kind: 'binary' }, additions: 0, deletions: 0 })];
    expect((await reviewed({ files }, null, {}, [anAnalyzer()])).report.uncheckedPaths).toEqual(['src/a.ts']);
  });

  it('miss nothing in a file without text that the repository ignores', async () => {
    const settings = { ...DEFAULT_SETTINGS, ignore: ['src/**'] };
    const files = [aSourceFile({ patch: { kind: 'binary' }, additions: 0, deletions: 0 })];
    expect((await reviewed({ files }, null, { settings }, [anAnalyzer()])).report.uncheckedPaths).toEqual([]);
  });

  it('stand before the reviewer as facts to judge', async () => {
    const { prompt } = await reviewed(change(), [aSubmission()], {}, [anAnalyzer(says({ startLine: 2 }))]);
    expect(prompt).toContain('# Static checks');
    expect(prompt).toContain('"line":2,"path":"src/a.ts","severity":"medium"');
  });

  it('join what the reviewer says of the same line', async () => {
    const finding = { path: 'src/a.ts', title: 'A debugger statement is left in the code', evidence: 'debugger;' };
    const answer = aSubmission(anEnvelope({ findings: [anEntry({ severity: 'high', ...finding })] }));
    const { report } = await reviewed(change(), [answer], {}, [anAnalyzer(says({ startLine: 2, endLine: 2 }))]);
    expect(report.findings.filter(({ decision }) => decision.state === 'published')).toMatchObject([
      { severity: 'high', support: ['primary', 'static:oxlint/no-debugger'] },
    ]);
    expect(report.accounting).toEqual({ candidates: 2, published: 1, advisory: 0, withheld: 1 });
  });

  it('keep a secret they found from the reviewer and from the report', async () => {
    const found = { ...says({ startLine: 3, endLine: 3, body: `It is ${TOKEN}.` }), secrets: [TOKEN] };
    const answer = aSubmission(
      anEnvelope({
        findings: [
          anEntry({ severity: 'low', path: 'src/a.ts', title: 'Vague name', evidence: 'const token = "[masked]";' }),
        ],
      }),
    );
    const { prompt, report } = await reviewed(change(), [answer], {}, [anAnalyzer(found)]);
    expect(prompt).toContain('const token = "[masked]";');
    expect(prompt + JSON.stringify(report)).not.toContain(TOKEN);
    expect(report.findings.map(({ location }) => location?.startLine)).toEqual([3, 3]);
  });
});

describe('a finding over several lines', () => {
  it.each([
    ['begins a key that never ends', 'debugger; // -----BEGIN PRIVATE KEY-----'],
    ['ends with the name of a header', 'debugger; // Bearer'],
    ['ends with the name of another one', 'debugger; // Basic'],
  ])('is not lost where its first line %s', async (_what, line) => {
    const code = [line, 'authenticationOfUser1(first);'];
    const files = [aSourceFile({ patch: { kind: 'text', text: `@@ -0,0 +1,2 @@\n+${code.join('\n+')}` } })];
    const head = new Map([['src/a.ts', code.join('\n')]]);
    const found = anAnalyzer(says({ startLine: 1, endLine: 2 }));
    const { report } = await reviewed({ files, head }, [aSubmission()], {}, [found]);
    expect(report.findings).toMatchObject([{ decision: { state: 'published' } }]);
  });
});

describe('secrets', () => {
  const secretlint = (says: Parameters<typeof anAnalyzer>[0] = {}) =>
    anAnalyzer(says, { id: 'secretlint', endings: ['.ts', '.lock', 'yarn.lock'] });

  it('that were not looked for make the review less than whole', async () => {
    const { report } = await reviewed(change(), [aSubmission()], {}, [secretlint({ uncheckedPaths: ['src/a.ts'] })]);
    expect(report).toMatchObject({ conclusion: 'neutral', coverage: { limitations: ['secrets_unchecked'] } });
    expect(report.uncheckedPaths).toEqual(['src/a.ts']);
  });

  it('of a file whose head could not be read are looked for in what the change shows of it', async () => {
    const checker = secretlint({ secrets: [TOKEN] });
    const { prompt, report } = await reviewed({ ...change(), head: new Map() }, [aSubmission()], {}, [checker]);
    expect(checker.given.map(({ path, text }) => [path, text])).toContainEqual(['src/a.ts', LINES.join('\n')]);
    expect(prompt).toContain('const token = "[masked]";');
    expect(report.coverage.limitations).toEqual([]);
    expect(report.notices).toEqual(['Static checks did not look at 1 changed file.']);
  });

  it('are not missed where another check could not look, or none is asked to', async () => {
    const { report } = await reviewed(change(), [aSubmission()], {}, [anAnalyzer({ uncheckedPaths: ['src/a.ts'] })]);
    expect(report.conclusion).toBe('success');
  });

  it('are not missed in a lockfile that the repository accepts unread', async () => {
    const settings = { ...DEFAULT_SETTINGS, accept: ['lockfile' as const] };
    const lock = { ...change({ path: 'yarn.lock' }), head: new Map() };
    const { report } = await reviewed(lock, null, { settings }, [secretlint()]);
    expect(report.coverage.limitations).not.toContain('secrets_unchecked');
  });

  it('that are taken out, or stand in the words of the author, are looked for and masked', async () => {
    const patch = `@@ -1,2 +1,1 @@\n keep();\n-const token = "${TOKEN}";`;
    const target = aPinnedTarget({ authorText: { title: `Drop ${TOKEN}`, body: '' } });
    const checker = secretlint({ secrets: [TOKEN] });
    const files = [aSourceFile({ patch: { kind: 'text', text: patch }, additions: 0, deletions: 1 })];
    const { prompt } = await reviewed({ files }, [aSubmission()], { target }, [checker]);
    expect(checker.given.map(({ text }) => text)).toEqual([
      `Drop ${TOKEN}\n\nsrc/a.ts`,
      `const token = "${TOKEN}";`,
      'keep();',
    ]);
    expect(prompt).toContain('Drop [masked]');
    expect(prompt).not.toContain(TOKEN);
  });

  it('that have the shape of one are masked without any check, line by line', async () => {
    const key = ['ghp', 'a'.repeat(36)].join('_');
    const lines = ['-----BEGIN PRIVATE KEY-----', 'rm("/");', '-----END PRIVATE KEY-----', `x("${key}")`];
    const patch = `@@ -0,0 +1,4 @@\n${lines.map((line) => `+${line}`).join('\n')}`;
    const { prompt } = await reviewed({ files: [aSourceFile({ patch: { kind: 'text', text: patch } })] }, [
      aSubmission(),
    ]);
    expect(prompt).toContain('rm("/");');
    expect(prompt).not.toContain(key);
  });
});

it('findings beyond what one check may say are the less severe ones, and counted', async () => {
  const many = Array.from({ length: 2_001 }, (_none, index) =>
    anAnalyzerFinding({ startLine: 2, ruleId: `rule-${index}`, severity: index === 2_000 ? 'high' : 'low' }),
  );
  const { report } = await reviewed(change(), [aSubmission()], {}, [anAnalyzer({ findings: many })]);
  expect(report.findings.some(({ severity }) => severity === 'high')).toBe(true);
  expect(report.notices).toContain('Static check oxlint: 1 less severe finding left out.');
});

describe('without a model', () => {
  const alone = (...parts: Partial<AnalyzerFinding>[]) =>
    reviewed(change(), null, {}, [anAnalyzer(says(...parts.map((part) => ({ startLine: 2, endLine: 2, ...part }))))]);

  it('nothing counts as reviewed, and the report says so', async () => {
    const { report } = await alone();
    expect(report).toMatchObject({
      title: 'Limited: static checks only, no findings in 1 of 1 file',
      conclusion: 'neutral',
      verdict: 'not_assessed',
      modelId: null,
      coverage: { state: 'limited', limitations: ['no_model'], rows: [{ state: 'deferred', reason: 'no_model' }] },
    });
  });

  it('findings are told in the title, and fail the check where the settings say so', async () => {
    const { report } = await alone({});
    expect(report).toMatchObject({
      title: 'Limited: static checks only, 1 medium in 1 of 1 file',
      conclusion: 'neutral',
    });
    const settings = { ...DEFAULT_SETTINGS, fail_on: 'medium' as const };
    const strict = await reviewed(change(), null, { settings }, [anAnalyzer(says({ startLine: 2 }))]);
    expect(strict.report).toMatchObject({ verdict: 'findings', conclusion: 'failure' });
  });

  it('and without any static check, nothing was reviewed at all', async () => {
    const { report } = await reviewed(change(), null);
    expect(report).toMatchObject({ title: 'Not reviewed: no model was asked', coverage: { state: 'failed' } });
  });

  it('a model that failed is not the same as none', async () => {
    const refusal = { refusal: 'No.', finish: { unified: 'refusal', raw: null } } as const;
    const { report } = await reviewed(change(), [refusal, refusal], {}, [anAnalyzer(says({ startLine: 2 }))]);
    expect(report).toMatchObject({ coverage: { state: 'failed' }, verdict: 'not_assessed', conclusion: 'neutral' });
    expect(report.findings).toHaveLength(1);
  });
});
