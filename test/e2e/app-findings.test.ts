import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Lab, type LabPullRequest, openLab } from '../support/app-in-process.js';
import { plainJsonDespiteStream, type SubmittedFinding, submitsReview } from '../support/model-stand-in/index.js';

const ROWS = 1_000;
/** Three lines a row: findings of two rows are never neighbours. */
const TEXT = Array.from({ length: ROWS }, (_, row) => `call(${row});\n//\n//\n`).join('');
const MAX_ANNOTATIONS = 200;
const MAX_BYTES = 65_535;

let lab: Lab;
let pull: LabPullRequest;
let narrow: LabPullRequest;
beforeAll(async () => {
  lab = await openLab();
  pull = await lab.openPullRequest({ head: { 'src/rows.ts': TEXT } });
  narrow = await lab.openPullRequest({ head: { 'src/rows.ts': TEXT }, settings: 'minimum_severity: medium\n' });
});
beforeEach(() => lab.world.clearRequests());
afterAll(() => lab.close());

function aRow(row: number, over: Readonly<Record<string, unknown>> = {}): SubmittedFinding {
  return {
    path: 'src/rows.ts',
    evidence: `call(${row});`,
    title: `Argument ${row} overflows buffer ${row} of channel ${row}`,
    body: `Row ${row} passes what the callee cannot hold.`,
    ...over,
  };
}

async function publish(findings: readonly unknown[], on = pull, more: Readonly<Record<string, unknown>> = {}) {
  const review = submitsReview({ ...more, findings: findings as readonly SubmittedFinding[] });
  lab.model.respondWith(() => plainJsonDespiteStream(review));
  const { checks, rejection } = await lab.run(on);
  const [check] = checks;
  if (check === undefined) throw new Error(`no check: ${String(rejection)}`);
  expect(check).toMatchObject({ status: 'completed' });
  expect(lab.world.requests.filter(({ status }) => status === 422)).toEqual([]);
  expect(Buffer.byteLength(check.summary ?? '')).toBeLessThanOrEqual(MAX_BYTES);
  expect(Buffer.byteLength(check.text ?? '')).toBeLessThanOrEqual(MAX_BYTES);
  return { check, page: `${check.summary}\n\n${check.text}` };
}

const numberIn = (text: string, pattern: RegExp) => Number((pattern.exec(text)?.[1] ?? '0').replaceAll(',', ''));

/** Every headline of a finding on the page, by its id. */
const idsOn = (page: string) => [...page.matchAll(/^\*\*(F\d+) · /gm)].map(([, id]) => id);

describe('every finding is accounted for', () => {
  it.each([0, 1, 49, 50, 51, 99, 100, 101, 1_000])('%i of them', async (count) => {
    const { check, page } = await publish(Array.from({ length: count }, (_, row) => aRow(row)));
    const told = count === 0 ? 'No findings in 1 of 1 file' : `${count} medium in 1 of 1 file`;
    expect(check).toMatchObject({ title: told, conclusion: count === 0 ? 'success' : 'neutral' });
    expect(check.annotations).toHaveLength(Math.min(count, MAX_ANNOTATIONS));
    const ids = idsOn(page);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length + numberIn(page, /\*\*([\d,]+) findings? left out of this page/)).toBe(count);
    const onLines = check.annotations.map(({ title }) => /^F\d+/.exec(title ?? '')?.[0]);
    expect(onLines).toEqual(Array.from({ length: Math.min(count, MAX_ANNOTATIONS) }, (_, index) => `F${index + 1}`));
  });

  it('candidates are what is published, advisory and withheld, each number told', async () => {
    const published = [aRow(1, { severity: 'high' }), aRow(2), aRow(3)];
    const advisory = [aRow(4, { severity: 'low' }), aRow(5, { severity: 'info' })];
    const withheld = [
      aRow(6, { evidence: 'eval(input)' }),
      aRow(7, { path: 'src/other.ts' }),
      aRow(8, { suggestion: 'call(8);' }),
      aRow(2),
      { severity: 'high', path: '', title: '', body: '' },
    ];
    const { check, page } = await publish([...published, ...advisory, ...withheld], narrow);
    expect(check.annotations).toHaveLength(published.length);
    expect(page).toContain('**1 high, 2 medium.**');
    expect(page).toContain('2 advisory findings');
    expect(page).toMatch(/5 withheld: /);
    const reasons = /5 withheld: ([^\n]*?)\./.exec(page)?.[1]?.split(', ') ?? [];
    expect(reasons.map((reason) => Number.parseInt(reason, 10)).reduce((sum, part) => sum + part, 0)).toBe(5);
    expect(reasons).toHaveLength(5);
  });

  it('a broken entry beside nothing else is no success', async () => {
    const { check, page } = await publish([42]);
    expect(check.conclusion).toBe('neutral');
    expect(page).toContain('1 withheld: 1 broken entry');
  });
});

const FENCES = 'Do this:\n```ts\nconst a = 1;\n````\n~~~\n``` ` ``';
const HOSTILE: readonly (readonly [string, string])[] = [
  ['emoji', '😀'.repeat(40_000)],
  ['CJK', '数'.repeat(30_000)],
  ['ZWJ sequences', '👨‍👩‍👧‍👦'.repeat(6_000)],
  ['combining marks', `a${'\u0301'.repeat(50_000)}`],
  ['fences', FENCES.repeat(400)],
  [
    'control characters',
    Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code))
      .join('')
      .repeat(20),
  ],
  ['bidi and zero-width', '\u202eabc\u2066\u200b\u200d\ufeff\u{e0041}'.repeat(200)],
  ['lone surrogates', 'a\ud800b\udc00'.repeat(500)],
  [
    'HTML',
    '<!-- --> <details open><summary>x</summary> </details></details> <img src=x onerror=y> <script>'.repeat(50),
  ],
  ['mentions and links', '@octo/team @ada #12 octo/shop#3 GH-4 https://evil.test www.evil.test ![x](http://evil.test)'],
  ['tables and headings', '| a | b |\n|---|---|\n# Title\n- [ ] x\n> quote\n\n---\n1. one\n'.repeat(20)],
  ['1 MB in a line', 'x'.repeat(1_000_000)],
  ['1 MB of lines', 'y\n'.repeat(500_000)],
  ['spaces alone', ' \t\u00a0 '],
];

describe('text of any kind is taken by GitHub and is dead', () => {
  it.each(HOSTILE)('%s, everywhere', async (_name, text) => {
    const finding = aRow(1, {
      title: text,
      body: text,
      trigger: text,
      suggestion: text,
      rule: { file: text, line: 1 },
    });
    const quoting = aRow(3, { evidence: `call(3);\n${text}`, category: text, claims: [{ kind: text, subject: text }] });
    const words = { summary: text, remediation: [text], notes: [text, text], residual_risk: [text] };
    const { page } = await publish([finding, aRow(2, { title: `T ${text}`, body: `B ${text}` }), quoting], pull, words);
    expectDead(page);
  });

  it('fifty-one findings of random hostile text each', async () => {
    const piece = fc.constantFrom(
      ...HOSTILE.map(([, text]) => text.slice(0, 300)),
      'plain words ',
      '`',
      '\n',
      '\r',
      '*',
      '_',
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
    const texts = fc.sample(text, { numRuns: 153, seed: 4 });
    const at = (index: number) => texts[index] ?? '';
    const findings = Array.from({ length: 51 }, (_, row) =>
      aRow(row, { title: `${row} ${at(3 * row)}`, body: at(3 * row + 1), suggestion: at(3 * row + 2) }),
    );
    const { check, page } = await publish(findings);
    expect(check.annotations.length).toBeGreaterThan(40);
    expectDead(page);
  });
});

/** Controls but tab and line feed, and what turns text round or hides in it. */
const INVISIBLE = /(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Nothing in the page is live: outside code no mention, reference, link, image, comment or element but our own. */
function expectDead(page: string): void {
  expect(page).not.toMatch(INVISIBLE);
  expect(page.isWellFormed()).toBe(true);
  const prose = page
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[`~]*$/gm, '')
    .replace(/(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
  expect(prose).not.toMatch(/@\w|(?:^|[^\\&])#\d|:\/\/|www\.|!\[|<!--|<(?!\/?(?:details|summary|sub)\b)/);
  const count = (tag: RegExp) => (prose.match(tag) ?? []).length;
  expect(count(/<details>/g)).toBe(count(/<\/details>/g));
}
