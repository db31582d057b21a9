import { describe, expect, it } from '@jest/globals';
import { createProgressEditor } from '../../../../src/report/publish/progress-editor.js';
import { aHandClock } from '../../../support/builders/report-publishing.js';

function anEditor(edit?: (line: string) => Promise<void>) {
  const clock = aHandClock();
  const edits: string[] = [];
  const editor = createProgressEditor({
    clock,
    minIntervalMs: 5_000,
    edit: async (line) => {
      edits.push(line);
      await edit?.(line);
    },
  });
  return { clock, edits, editor };
}

describe('createProgressEditor', () => {
  it('remembers the newest line asked for before it is started, and lets the first one wait its time', async () => {
    const { clock, edits, editor } = anEditor();
    editor.show('one');
    editor.show('two');
    expect(edits).toEqual([]);
    editor.start();
    await clock.advance(4_999);
    expect(edits).toEqual([]);
    await clock.advance(1);
    expect(edits).toEqual(['two']);
  });

  it('writes at most one line in an interval, and then the newest', async () => {
    const { clock, edits, editor } = anEditor();
    editor.start();
    editor.show('one');
    await clock.advance(5_000);
    editor.show('two');
    editor.show('three');
    await clock.advance(4_999);
    expect(edits).toEqual(['one']);
    await clock.advance(1);
    expect(edits).toEqual(['one', 'three']);
  });

  it('does not write a line again that is shown', async () => {
    const { clock, edits, editor } = anEditor();
    editor.start();
    editor.show('one');
    await clock.advance(5_000);
    editor.show('one');
    await clock.advance(6_000);
    expect(edits).toEqual(['one']);
  });

  it('never has two edits under way', async () => {
    let running = 0;
    let most = 0;
    let finish = (): void => {};
    const { clock, edits, editor } = anEditor(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      running -= 1;
    });
    editor.start();
    editor.show('one');
    await clock.advance(5_000);
    editor.show('two');
    await clock.advance(60_000);
    expect(edits).toEqual(['one']);
    finish();
    await clock.advance(60_000);
    expect(edits).toEqual(['one', 'two']);
    expect(most).toBe(1);
  });

  it('stops without writing what waits for its turn', async () => {
    const { clock, edits, editor } = anEditor();
    editor.start();
    editor.show('one');
    await clock.advance(5_000);
    editor.show('two');
    await clock.advance(0);
    await editor.stop();
    await clock.advance(60_000);
    expect(edits).toEqual(['one']);
  });

  it('ends stopping only after the edit under way has ended', async () => {
    let finish = (): void => {};
    const { clock, editor } = anEditor(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    editor.start();
    editor.show('one');
    await clock.advance(5_000);
    let isStopped = false;
    const stopped = editor.stop().then(() => {
      isStopped = true;
    });
    await clock.advance(0);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    expect(isStopped).toBe(true);
  });
});
