import { createRequire } from 'node:module';
import type { Analyzer } from '../../../review/index.js';
import { createBoundedAnalyzer, type Workshop } from '../bounded-analyzer.js';
import { createProgramTool } from '../check-in-program.js';
import { versionIn } from '../package-version.js';

const require = createRequire(import.meta.url);

/** Python through ruff, with our own selection of rules. */
export function createRuffAnalyzer(workshop: Workshop): Analyzer {
  const version = versionIn(require.resolve('@astral-sh/ruff-wasm-nodejs/package.json'));
  const tool = createProgramTool({ analyzerId: 'ruff', program: workshop.program });
  return createBoundedAnalyzer({ id: 'ruff', version, covers: isPython, tool }, workshop);
}

function isPython(path: string): boolean {
  return /\.pyi?$/i.test(path);
}
