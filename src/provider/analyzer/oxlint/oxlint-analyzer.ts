import { createRequire } from 'node:module';
import type { Analyzer } from '../../../review/index.js';
import { createBoundedAnalyzer, type Workshop } from '../bounded-analyzer.js';
import { versionIn } from '../package-version.js';
import { lookWithOxlint } from './look-with-oxlint.js';
import { isScript } from './script-kind.js';

const require = createRequire(import.meta.url);

/** JavaScript and TypeScript through oxlint, with our own selection of rules. */
export function createOxlintAnalyzer(workshop: Workshop): Analyzer {
  const version = versionIn(require.resolve('oxlint/package.json'));
  return createBoundedAnalyzer({ id: 'oxlint', version, covers: isScript, tool: lookWithOxlint }, workshop);
}
