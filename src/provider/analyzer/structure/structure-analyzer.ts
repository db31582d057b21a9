import type { Analyzer } from '../../../review/index.js';
import { createBoundedAnalyzer, type Workshop } from '../bounded-analyzer.js';
import { createProgramTool } from '../check-in-program.js';
import { isLockfile } from '../lockfile/lockfile-kind.js';

/** Counts the changes of our own rules. */
const VERSION = '1';
/** Records, drawings and texts: they have no structure to look at, and may quote conflict markers. */
const NO_CODE = /\.(?:csv|tsv|jsonl|ndjson|svg|map|snap|patch|diff|md|markdown|rst|adoc)$/i;

/** Our own rules over syntax trees of JavaScript and TypeScript, and conflict markers in any code. */
export function createStructureAnalyzer(workshop: Workshop): Analyzer {
  const tool = createProgramTool({ analyzerId: 'structure', program: workshop.program });
  return createBoundedAnalyzer({ id: 'structure', version: VERSION, covers: isCode, tool }, workshop);
}

function isCode(path: string): boolean {
  return !NO_CODE.test(path) && !isLockfile(path);
}
