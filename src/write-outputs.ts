import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OutputFile, OutputFormat } from './handlers/index.js';
import { PlumblineError } from './review/index.js';

const IN_WORDS: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder is gone',
  ENOTDIR: 'a part of its path is no folder',
  ENAMETOOLONG: 'its name is too long',
};

/** Refuse what could not be written before a review is paid for. Throws `usage`. */
export async function checkOutputs(files: readonly OutputFile[]): Promise<void> {
  for (const { path } of files) {
    const problem = await problemOf(path);
    if (problem === null) continue;
    const help = 'name a file in a folder that exists and may be written to';
    throw new PlumblineError('usage', { problem: `--output ${path} cannot be written: ${problem}` }, { help });
  }
}

async function problemOf(path: string): Promise<string | null> {
  const folder = dirname(path);
  const [found, around] = await Promise.all([statOf(path), statOf(folder)]);
  if (around === null) return `there is no folder ${folder}`;
  if (!around.isDirectory()) return `${folder} is no folder`;
  if (found?.isDirectory() === true) return 'it is a folder';
  const isAllowed = await access(found === null ? folder : path, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isAllowed) return null;
  return found === null ? `nothing may be written into ${folder}` : 'it may not be written';
}

function statOf(path: string) {
  return stat(path).catch(() => null);
}

/** Write every asked-for file. All are tried; throws `output_failed` for those that could not be written, together. */
export async function writeOutputs(
  files: readonly OutputFile[],
  render: (format: OutputFormat) => string,
): Promise<void> {
  const failures: { readonly path: string; readonly reason: string }[] = [];
  for (const { format, path } of files) {
    await writeFile(path, render(format)).catch((error: unknown) => {
      const code = String((error as { code?: unknown } | null)?.code ?? '');
      failures.push({ path, reason: IN_WORDS[code] ?? (code === '' ? 'it could not be written' : code) });
    });
  }
  const [first, ...others] = failures;
  if (first === undefined) return;
  const path = [first, ...others].map((failure) => failure.path).join(', ');
  throw new PlumblineError('output_failed', { path, reason: first.reason });
}
