import type { Analyzer } from '../../../review/index.js';
import { createBoundedAnalyzer, type Workshop } from '../bounded-analyzer.js';
import { createProgramTool } from '../check-in-program.js';
import { isLockfile } from './lockfile-kind.js';

/** Counts the changes of our own rules. */
const VERSION = '1';
/** Large projects have lock files of several megabytes, and some tools write them on one line. */
const LIMITS = { maxFileChars: 16_777_216, maxLineChars: 16_777_216 };

/** Where the added entries of lock files come from, and whether their content is pinned. */
export function createLockfileAnalyzer(workshop: Workshop): Analyzer {
  const tool = createProgramTool({ analyzerId: 'lockfile', program: workshop.program });
  return createBoundedAnalyzer(
    { id: 'lockfile', version: VERSION, covers: isLockfile, tool, limits: LIMITS },
    workshop,
  );
}
