import { writeFile } from 'node:fs/promises';
import type { OutputFile, OutputFormat } from './handlers/index.js';
import { PlumblineError } from './review/index.js';

/** Write every asked-for file. All are tried; throws `output_failed` for those that could not be written, together. */
export async function writeOutputs(
  files: readonly OutputFile[],
  render: (format: OutputFormat) => string,
): Promise<void> {
  const failures: { readonly path: string; readonly reason: string }[] = [];
  for (const { format, path } of files) {
    await writeFile(path, render(format)).catch((error: unknown) => {
      const { code } = error as { code?: unknown };
      failures.push({ path, reason: typeof code === 'string' ? code : 'it could not be written' });
    });
  }
  const [first, ...others] = failures;
  if (first === undefined) return;
  const path = [first, ...others].map((failure) => failure.path).join(', ');
  throw new PlumblineError('output_failed', { path, reason: first.reason });
}
