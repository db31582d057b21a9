import { describe, expect, it } from '@jest/globals';
import { type ShownCheck, showCheck } from '../../../demo/show-check.js';

const LONG = 'The first request may have gone through before the time-out, and the second one charges the card again. ';

function shown(messages: readonly string[], width = 60): string {
  const annotations = messages.map((message, at): ShownCheck['annotations'][number] => ({
    path: 'src/charge.ts',
    start_line: at + 1,
    annotation_level: 'warning',
    title: `F${at + 1}`,
    message,
  }));
  const check = { name: 'Review', headSha: 'a'.repeat(40), conclusion: 'neutral', title: 'x', summary: '', text: '' };
  return showCheck({ ...check, annotations }, { width, useColor: false });
}

describe('a check run in the terminal', () => {
  it('shows four annotations and counts the rest', () => {
    const text = shown(Array.from({ length: 7 }, () => 'short'));
    expect(text.match(/src\/charge\.ts:/g)).toHaveLength(4);
    expect(text).toContain('Annotations (7)');
    expect(text).toContain('\n  and 3 more annotations\n');
  });

  it('counts nothing when all are shown', () => {
    expect(shown(['a', 'b', 'c', 'd'])).not.toContain('more annotation');
  });

  it('says of a message that goes on that it does, within the width', () => {
    const lines = shown([LONG.repeat(3)]).split('\n');
    expect(lines.filter((line) => line.endsWith(' …'))).toHaveLength(1);
    expect(
      Math.max(...lines.filter((line) => line.startsWith('      ')).map((line) => line.length)),
    ).toBeLessThanOrEqual(60);
  });

  it('leaves a short message as it is', () => {
    expect(shown(['It is sent twice.'])).toContain('\n      It is sent twice.\n');
  });
});
