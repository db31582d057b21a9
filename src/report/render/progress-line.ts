import type { ProgressPhase } from '../../review/index.js';
import { counted } from '../../review/index.js';

const WAITS = {
  rate_limit: 'waiting for capacity: provider rate limit',
  overload: 'waiting for capacity: provider overload',
  no_answer: 'waiting to try again: the provider gave no answer',
} as const;

function aboutTime(waitMs: number): string {
  const seconds = Math.max(1, Math.round(waitMs / 1_000));
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}

/** Say what is happening in plain words, without a capital, for a line that grows: `reading 12 files`. */
export function progressWords(phase: ProgressPhase): string {
  switch (phase.kind) {
    case 'reading':
      return 'reading the change';
    case 'read':
      return `reading ${counted(phase.fileCount, 'file')}`;
    case 'checking':
      return 'running static checks';
    case 'reviewing':
      return 'reviewing';
    case 'waiting':
      return `${WAITS[phase.reason]}, ${aboutTime(phase.waitMs)}`;
    case 'rechecking':
      return 'checking that nothing moved';
  }
}

/** The same as a sentence of its own, for a check run: `Reading 12 files`. */
export function progressLine(phase: ProgressPhase): string {
  const words = progressWords(phase);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
