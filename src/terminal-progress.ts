import { progressWords } from './report/index.js';
import type { Progress } from './review/index.js';
import type { Streams } from './streams.js';

const BETWEEN = ' … ';
/** Says that more follows on the next line. */
const MORE = ' …';

/** Progress on standard error: lines that grow on a terminal, never wider than it; plain lines elsewhere. */
export function createTerminalProgress(stderr: Streams['stderr']): {
  readonly report: Progress;
  readonly end: () => void;
} {
  let openLength = 0;
  const columns = stderr.columns ?? Number.POSITIVE_INFINITY;
  return {
    report: (phase) => {
      const words = progressWords(phase);
      if (stderr.isTTY !== true) {
        stderr.write(`${words}\n`);
        return;
      }
      const isFitting = openLength + BETWEEN.length + words.length + MORE.length <= columns;
      const lead = openLength === 0 ? '' : isFitting ? BETWEEN : `${MORE}\n`;
      stderr.write(`${lead}${words}`);
      openLength = lead === BETWEEN ? openLength + lead.length + words.length : words.length;
    },
    end: () => {
      if (openLength > 0) stderr.write('\n');
      openLength = 0;
    },
  };
}
