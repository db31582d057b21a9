import { unavailable } from '../unavailable.js';

const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  ENOENT: 'not found',
};

/** An error of the operating system as a sentence of ours; everything else as it is. */
export function explainFailure(error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const words = SYSTEM_WORDS[error.code] ?? error.code;
  return unavailable(`${error.path ?? error.syscall}: ${words}`, undefined, error);
}

type SystemError = { readonly code: string; readonly syscall: string; readonly path?: string };

function isSystemError(error: unknown): error is SystemError {
  return isRecord(error) && typeof error.code === 'string' && typeof error.syscall === 'string';
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error));
}

/** The word of the system, or PostgreSQL's SQLSTATE. Empty when there is none. */
export function codeOf(error: unknown): string {
  return isRecord(error) ? String(error.code ?? '') : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
