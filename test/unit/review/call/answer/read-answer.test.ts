import { describe, expect, it } from '@jest/globals';
import { readAnswer } from '../../../../../src/review/call/answer/read-answer.js';
import { MAX_FINDINGS_PER_CALL } from '../../../../../src/review/limits.js';
import type { ModelResponse } from '../../../../../src/review/ports/index.js';
import { anEntry, anEnvelope, aResponse, aSubmission, aToolCall } from '../../../../support/builders/call.js';
import { computingMs } from '../../../../support/cpu-time.js';

const read = (response: Partial<ModelResponse>) => readAnswer(aResponse(response), 'primary');
const readText = (text: string) => read({ text });
const length = { unified: 'length', raw: 'length' } as const;
const written = JSON.stringify(anEnvelope({ findings: [anEntry()] }));

describe('readAnswer', () => {
  it('reads the tool call', () => {
    const reading = read(aSubmission(anEnvelope({ findings: [anEntry()], notes: ['a hunch'] })));
    expect(reading).toMatchObject({
      kind: 'assessed',
      assessment: {
        summary: 'The limit is lowered.',
        notes: ['a hunch'],
        residualRisk: [],
        verdict: 'correct',
        verdictConfidence: 0.9,
      },
      candidates: [{ callId: 'primary', index: 0, path: 'src/a.ts', severity: 'high', startLine: 1, defect: null }],
    });
  });

  it.each([
    ['bare JSON', written],
    ['N02: JSON in a code fence', `\n\`\`\`json\n${written}\n\`\`\`\n`],
    ['a written-out tool call', JSON.stringify({ name: 'submit_review', arguments: JSON.parse(written) })],
    ['a written-out tool call with arguments as text', JSON.stringify({ name: 'submit_review', arguments: written })],
    ['findings as JSON text', JSON.stringify(anEnvelope({ findings: JSON.stringify([anEntry()]) }))],
    ['trailing commas', written.replace('}]', '},]').replace(/\}$/, ',}')],
    ['T10: a raw control character inside a string', written.replace('Every request', 'Every\n\u0001request')],
    ['a backslash that escapes nothing', written.replace('Every request', 'Every \\d request')],
  ])('O06: reads %s in the text', (_what, text) => {
    const reading = readText(text);
    expect(reading.kind).toBe('assessed');
    expect(reading.kind === 'assessed' && reading.candidates.map(({ title }) => title)).toEqual([
      'A limit of zero lets nothing through',
    ]);
  });

  it.each([
    ['words around it', `Here it is:\n\`\`\`json\n${written}\n\`\`\`\nDone.`],
    ['words before it, with braces', `In \`if (x) {\` there is a bug, "quoted.\n${written}`],
    ['a second one before it', `${JSON.stringify(anEnvelope())}\nNo, better:\n${written}`],
    ['a clean one of the change quoted behind it', `${written}\nThe change says ${JSON.stringify(anEnvelope())}`],
  ])('takes no review for assessed that has %s: it may be a quotation, but what it found is kept', (_what, text) => {
    expect(readText(text)).toMatchObject({
      kind: 'unassessed',
      reason: 'wrong_shape',
      candidates: [{ title: 'A limit of zero lets nothing through' }],
    });
  });

  it('takes two reviews in one tool call for none', () => {
    const twice = `${JSON.stringify(anEnvelope())}${written}`;
    expect(read(aSubmission(twice))).toMatchObject({ kind: 'unassessed', candidates: [{ index: 0 }] });
  });

  it('Q09: keeps text about think tags that stands in a finding', () => {
    const body = 'The parser drops <think> and </think> in strings.';
    const reading = readText(JSON.stringify(anEnvelope({ findings: [anEntry({ body })] })));
    expect(reading).toMatchObject({ kind: 'assessed', candidates: [{ body }] });
  });

  it('adds up findings that were handed in piece by piece', () => {
    const submit = (title: string) => aToolCall('submit_review', anEnvelope({ findings: [anEntry({ title })] }));
    const reading = read({ toolCalls: [submit('one'), submit('two')] });
    expect(reading).toMatchObject({
      kind: 'assessed',
      candidates: [
        { index: 0, title: 'one' },
        { index: 1, title: 'two' },
      ],
    });
  });

  it('does not accept pieces of which one is broken', () => {
    const pieces = [
      aToolCall('submit_review', anEnvelope({ assessed: false })),
      aToolCall('submit_review', anEnvelope()),
    ];
    expect(read({ toolCalls: pieces })).toMatchObject({ kind: 'unassessed', reason: 'not_assessed' });
  });

  describe('never takes for assessed', () => {
    const without = (name: string) => ({ ...anEnvelope(), [name]: undefined });

    it.each([
      ['C13: an absent list of findings', without('findings'), 'no_findings_list'],
      ['findings that are null', anEnvelope({ findings: null }), 'no_findings_list'],
      ['findings that are an object', anEnvelope({ findings: {} }), 'no_findings_list'],
      ['an absent summary', without('summary'), 'no_summary'],
      ['an empty summary', anEnvelope({ summary: ' ' }), 'no_summary'],
      ['an absent word about having assessed', without('assessed'), 'not_assessed'],
      ['assessed false', anEnvelope({ assessed: false }), 'not_assessed'],
      ['assessed as a word', anEnvelope({ assessed: 'true' }), 'not_assessed'],
      ['an empty object', {}, 'wrong_shape'],
      ['something else', { result: 'LGTM' }, 'wrong_shape'],
    ])('%s', (_what, envelope, reason) => {
      expect(read(aSubmission(envelope))).toMatchObject({ kind: 'unassessed', reason });
    });

    it.each([
      ['a broken tool call', aSubmission('{"summary": "x", '), 'cut_off'],
      ['an empty tool call', aSubmission(''), 'empty'],
      ['an empty text', { text: '' }, 'empty'],
      ['a bare list of findings', { text: JSON.stringify([anEntry()]) }, 'wrong_shape'],
      ['a whole answer that ended at the length limit', { ...aSubmission(), finish: length }, 'cut_off'],
      [
        'a draft before an answer that was cut',
        { text: `${written} better: {"summary": "x", "findings": [` },
        'cut_off',
      ],
      ['a filtered answer', { ...aSubmission(), finish: { unified: 'content_filter', raw: null } }, 'model_refused'],
      ['a refused answer', { ...aSubmission(), finish: { unified: 'refusal', raw: null } }, 'model_refused'],
      ['a refusal beside an answer', { ...aSubmission(), refusal: 'I cannot help.' }, 'model_refused'],
    ] as const)('%s', (_what, response, reason) => {
      expect(read(response as Partial<ModelResponse>)).toMatchObject({ kind: 'unassessed', reason });
    });
  });

  it('T11: saves the complete findings of an answer that was cut', () => {
    const entries = ['one', 'two', 'three'].map((title) => JSON.stringify(anEntry({ title })));
    const text = `{"summary": "x", "assessed": true, "findings": [${entries.join(',').slice(0, -40)}`;
    for (const response of [{ text, finish: length }, aSubmission(text)]) {
      expect(read(response)).toMatchObject({
        kind: 'unassessed',
        reason: 'cut_off',
        candidates: [{ title: 'one' }, { title: 'two' }],
      });
    }
  });

  it('saves the readable findings of an envelope that cannot be parsed', () => {
    const broken = `{"summary": "x", "assessed": true, "findings": [${JSON.stringify(anEntry())}, {"path": what}]}`;
    expect(readText(broken)).toMatchObject({ kind: 'unassessed', candidates: [{ path: 'src/a.ts' }] });
  });

  it.each([
    ['a path and no more', { path: 'src/a.ts' }],
    ['a path and a title', { path: 'src/a.ts', title: 'x', body: 1 }],
  ])('takes an object on its own that has %s for no finding', (_what, value) => {
    expect(readText(`It is ${JSON.stringify(value)}.`)).toMatchObject({ kind: 'prose' });
  });

  it('keeps words without an envelope as prose, masked', () => {
    const reading = readText('I looked at it and it is fine. The key is sk-abcdefghijklmnop1234.');
    expect(reading).toEqual({ kind: 'prose', text: 'I looked at it and it is fine. The key is [masked].' });
  });

  it('keeps a broken finding with what is wrong, and the others as they are', () => {
    const findings = ['what', anEntry({ title: undefined, body: '' }), anEntry()];
    const reading = read(aSubmission(anEnvelope({ findings })));
    expect(reading.kind).toBe('assessed');
    expect(reading.kind === 'assessed' && reading.candidates.map(({ defect }) => defect)).toEqual([
      'the entry has no path and no title and no body',
      'the entry has no title and no body',
      null,
    ]);
  });

  it('counts the findings beyond the bound in one entry', () => {
    const findings = Array.from({ length: MAX_FINDINGS_PER_CALL + 5 }, () => anEntry());
    const reading = read(aSubmission(anEnvelope({ findings })));
    if (reading.kind !== 'assessed') throw new Error(reading.kind);
    expect(reading.candidates).toHaveLength(MAX_FINDINGS_PER_CALL);
    expect(reading.candidates.at(-1)?.defect).toMatch(/^6 more entries/);
  });

  it('stays quick on a text made to be slow', () => {
    const texts = ['{"', '{}', '<think>', '{"a":'].map((part) => part.repeat(60_000));
    expect(computingMs(() => texts.map((text) => readText(text)))).toBeLessThan(5_000);
  });
});
