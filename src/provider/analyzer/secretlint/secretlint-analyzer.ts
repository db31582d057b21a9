import { createRequire } from 'node:module';
import type { Analyzer } from '../../../review/index.js';
import { createBoundedAnalyzer, type Workshop } from '../bounded-analyzer.js';
import { createProgramTool } from '../check-in-program.js';
import { versionIn } from '../package-version.js';

const require = createRequire(import.meta.url);

/** It reads text by patterns and not by a grammar: long lines and large files are fit for it. */
const LIMITS = { maxFileChars: 8_388_608, maxLineChars: 8_388_608 };

/** Secrets in any text file, through the recommended rules of secretlint. No finding holds a secret or a part of one. */
export function createSecretlintAnalyzer(workshop: Workshop): Analyzer {
  const version = versionIn(require.resolve('@secretlint/core/package.json'));
  const tool = createProgramTool({ analyzerId: 'secretlint', program: workshop.program });
  return createBoundedAnalyzer({ id: 'secretlint', version, covers: () => true, tool, limits: LIMITS }, workshop);
}
