import { describe, expect, it } from '@jest/globals';
import { renderBlock } from '../../../../src/report/render/render-block.js';
import { renderCheckRun } from '../../../../src/report/render/render-check-run.js';
import { renderJson } from '../../../../src/report/render/render-json.js';
import { renderMarkdown } from '../../../../src/report/render/render-markdown.js';
import { renderSarif } from '../../../../src/report/render/render-sarif.js';
import { renderTerminal } from '../../../../src/report/render/render-terminal.js';
import { anAnalyzer, anAnalyzerFinding } from '../../../support/builders/analyzer.js';
import { anEntry, anEnvelope, aSubmission, aToolCall } from '../../../support/builders/call.js';
import { reviewed } from '../../../support/builders/review.js';
import { aPinnedTarget, aSourceFile } from '../../../support/builders/source-file.js';

/** Only the check knows them. */
const [FIRST, SECOND] = ['hunter2-hunter2-hunter2', 'swordfish-swordfish'];
const PATHS = [`keys/${FIRST}.ts`, `keys/${SECOND}.ts`] as const;
const patchOf = (line: string) => ({ kind: 'text' as const, text: `@@ -1 +1 @@\n-old\n+${line}` });
const FILES = PATHS.map((path, index) => aSourceFile({ path, patch: patchOf(`export const n = ${index};`) }));
const secretlint = (says: Parameters<typeof anAnalyzer>[0] = {}) => anAnalyzer(says, { id: 'secretlint' });

describe('secrets in the names of files', () => {
  const checker = () =>
    secretlint({
      secrets: [FIRST, SECOND],
      uncheckedPaths: [],
      findings: [anAnalyzerFinding({ path: PATHS[0], ruleId: 'some/TOKEN' })],
    });
  const head = new Map(PATHS.map((path, index) => [path, `export const n = ${index};\n`]));
  const entry = { path: 'keys/[masked]~2.ts', title: 'It is one', evidence: 'export const n = 1;' };
  const answers = [
    { toolCalls: [aToolCall('get_file_diff', { path: 'keys/[masked]~2.ts', cursor: null })] },
    aSubmission(anEnvelope({ findings: [anEntry(entry)] })),
  ];
  const review = () => reviewed({ files: FILES, head }, answers, {}, [checker()]);

  it('are looked for in the names themselves, also in earlier ones', async () => {
    const given = secretlint();
    const moved = aSourceFile({ previousPath: `old/${FIRST}.ts`, status: 'renamed' });
    await reviewed({ files: [moved] }, [aSubmission()], {}, [given]);
    expect(given.given.flatMap(({ text }) => text.split('\n'))).toEqual(
      expect.arrayContaining(['src/a.ts', `old/${FIRST}.ts`]),
    );
  });

  it('reach no model and no form of the report, where the files stay apart', async () => {
    const { prompt, report } = await review();
    const told = [
      prompt,
      JSON.stringify(report),
      renderJson(report),
      renderSarif(report, { version: '1', explain: true }),
      renderMarkdown(report, { explain: true }),
      renderTerminal(report, { explain: true, useColor: false, width: 200 }),
      renderBlock(report),
      JSON.stringify(renderCheckRun({ kind: 'report', report })),
    ];
    for (const text of told) {
      expect(text).not.toMatch(/hunter2|swordfish/);
      expect(decodeURIComponent(text.replace(/%(?![0-9A-F]{2})/g, '%25'))).toContain('keys/[masked]~2.ts');
    }
  });

  it('lose no page and no finding: the name that was shown leads to the file', async () => {
    const { report } = await review();
    expect(report.coverage).toMatchObject({
      state: 'complete',
      rows: [
        { path: 'keys/[masked].ts', state: 'reviewed' },
        { path: 'keys/[masked]~2.ts', state: 'reviewed' },
      ],
    });
    expect(report.findings.map(({ location, support }) => [support[0], location?.path, location?.startLine])).toEqual(
      expect.arrayContaining([
        ['primary', 'keys/[masked]~2.ts', 1],
        ['static:secretlint/some/TOKEN', 'keys/[masked].ts', 1],
      ]),
    );
  });

  it('are masked in the names and the lines of the base’s instructions, which can still be named', async () => {
    const rule = { file: 'keys/[masked]/AGENTS.md', line: 2 };
    const path = `keys/${FIRST}/a.ts`;
    const base = new Map([[`keys/${FIRST}/AGENTS.md`, `# Rules\n- Never log ${SECOND}.\n`]]);
    const files = [aSourceFile({ path, patch: patchOf('log(order);') })];
    const found = anEntry({ path: 'keys/[masked]/a.ts', evidence: 'log(order);', rule });
    const answer = aSubmission(anEnvelope({ findings: [found] }));
    const check = secretlint({ secrets: [FIRST, SECOND] });
    const { prompt, report } = await reviewed({ files, base }, [answer], {}, [check]);
    expect(prompt).toContain('- Never log [masked].');
    expect(prompt).not.toMatch(/hunter2|swordfish/);
    expect(report.findings).toMatchObject([{ rule: { ...rule, isVerified: true } }]);
  });
});

describe('what could not be looked through for secrets', () => {
  const [first, second] = PATHS;
  const failing = (...uncheckedPaths: string[]) => secretlint({ uncheckedPaths, failure: 'took longer than 30 s' });

  it('is not shown to a model, and told as that', async () => {
    const { prompt, report } = await reviewed({ files: FILES }, [aSubmission()], {}, [failing(first)]);
    expect(prompt).not.toContain('export const n = 0;');
    expect(prompt).toContain('export const n = 1;');
    expect(prompt).toContain('excluded: secrets_unchecked');
    expect(report.conclusion).toBe('neutral');
    expect(report.coverage).toMatchObject({
      state: 'limited',
      limitations: ['secrets_unchecked'],
      rows: [
        { path: first, state: 'excluded', reason: 'secrets_unchecked', isAccepted: false },
        { path: second, state: 'reviewed' },
      ],
    });
    expect(renderTerminal(report, { explain: false, useColor: false, width: 200 })).toContain(
      'could not be looked through for secrets',
    );
  });

  it('is not served to a model that asks for it either', async () => {
    const ask = { toolCalls: [aToolCall('get_file_diff', { path: first, cursor: null })] };
    const { prompt } = await reviewed({ files: FILES }, [ask, aSubmission()], {}, [failing(first)]);
    expect(prompt).not.toContain('export const n = 0;');
  });

  it('may be the whole change: then no model is asked, and nothing is called reviewed', async () => {
    const { report, requestCount } = await reviewed({ files: FILES }, [], {}, [failing(first, second)]);
    expect(requestCount).toBe(0);
    expect(report).toMatchObject({
      title: 'Limited: 0 of 2 files reviewed',
      verdict: 'not_assessed',
      conclusion: 'neutral',
    });
  });

  it('may be the words of the author, which are left out', async () => {
    const target = aPinnedTarget({ authorText: { title: 'A title', body: 'The body.' } });
    const { prompt, report } = await reviewed({ files: FILES }, [aSubmission()], { target }, [failing('')]);
    expect(prompt).not.toContain('The body.');
    expect(report.coverage).toMatchObject({ state: 'limited', limitations: ['secrets_unchecked'] });
    expect(report.uncheckedPaths).toEqual([...PATHS]);
  });

  it('keeps nothing back where no model is asked', async () => {
    const head = new Map(PATHS.map((path) => [path, 'export const n = 0;\n']));
    const { report } = await reviewed({ files: FILES, head }, null, {}, [failing(first)]);
    expect(report.coverage.rows.map(({ reason }) => reason)).toEqual(['no_model', 'no_model']);
  });

  it('is a text of any size only where the check fails: larger ones are looked through in parts', async () => {
    const line = 'x'.repeat(99);
    const removed = Array.from({ length: 12_000 }, () => `-${line}`).join('\n');
    const file = aSourceFile({
      patch: { kind: 'text', text: `@@ -1,12000 +1 @@\n${removed}\n+y` },
      deletions: 12_000,
    });
    const checker = secretlint();
    const { report } = await reviewed({ files: [file] }, [aSubmission()], {}, [checker]);
    const parts = checker.given.filter(({ text }) => text.includes(line)).map(({ text }) => text.length);
    expect(parts.length).toBeGreaterThan(2);
    expect(Math.max(...parts)).toBeLessThanOrEqual(512 * 1024);
    expect(report.coverage.limitations).not.toContain('secrets_unchecked');
  });
});
