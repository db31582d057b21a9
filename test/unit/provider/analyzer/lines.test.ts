import { describe, expect, it } from '@jest/globals';
import type { ToolFinding } from '../../../../src/provider/analyzer/check.js';
import { byteLineIndexOf, lineIndexOf, lineOfRow } from '../../../../src/provider/analyzer/line-index.js';
import { placeOnAddedLines } from '../../../../src/provider/analyzer/place-on-added-lines.js';

describe('the line of an offset', () => {
  const text = 'é\r\n😀x\r\u2028y\nlast';

  it('counts line feeds only, by code units', () => {
    expect([...text].map((char) => lineIndexOf(text)(text.indexOf(char)))).toEqual([
      1, 1, 1, 2, 2, 1, 2, 2, 1, 3, 3, 3, 3,
    ]);
  });

  it('counts line feeds only, by bytes', () => {
    const bytes = Buffer.from(text);
    const lineOf = byteLineIndexOf(bytes);
    expect(['é', '😀', 'y', 'last'].map((part) => lineOf(bytes.indexOf(part)))).toEqual([1, 2, 2, 3]);
  });

  it('maps the rows of a tool that counts lone carriage returns', () => {
    expect([1, 2, 3, 4].map(lineOfRow('a\rb\r\nc\nd'))).toEqual([1, 1, 2, 3]);
    expect([1, 2].map(lineOfRow('a\r\nb'))).toEqual([1, 2]);
  });
});

describe('placing on added lines', () => {
  const added = [
    { start: 3, end: 4 },
    { start: 10, end: 12 },
  ];
  const placed = (...places: ToolFinding['places']) =>
    placeOnAddedLines([{ ruleId: 'r', severity: 'low', category: 'tests', title: 't', body: 'b', places }], added).map(
      ({ startLine, endLine }) => [startLine, endLine],
    );

  it.each([
    ['keeps what begins on an added line', [{ start: 3, end: 3 }], [[3, 3]]],
    ['ends with the added lines', [{ start: 4, end: 9 }], [[4, 4]]],
    ['drops what is about other lines', [{ start: 5, end: 9 }], []],
    [
      'takes another place when the first is not added',
      [
        { start: 1, end: 1 },
        { start: 11, end: 11 },
      ],
      [[11, 11]],
    ],
    ['keeps a short place that the change reaches into', [{ start: 2, end: 3 }], [[3, 3]]],
    ['drops a long place that begins above the change', [{ start: 1, end: 20 }], []],
    ['drops what has no place', [], []],
  ])('%s', (_title, places, expected) => {
    expect(placed(...places)).toEqual(expected);
  });
});
