import { progressWords } from './report/index.js';
import type { Progress } from './review/index.js';
import type { Streams } from './streams.js';

/** Progress on standard error: one line that grows on a terminal, plain lines elsewhere. */
export function createTerminalProgress(stderr: Streams['stderr']): {
  readonly report: Progress;
  readonly end: () => void;
} {
  let isLineOpen = false;
  return {
    report: (phase) => {
      const words = progressWords(phase);
      if (stderr.isTTY !== true) {
        stderr.write(`${words}\n`);
        return;
      }
      stderr.write(isLineOpen ? ` … ${words}` : words);
      isLineOpen = true;
    },
    end: () => {
      if (isLineOpen) stderr.write('\n');
      isLineOpen = false;
    },
  };
}
