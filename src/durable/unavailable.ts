import { PlumblineError } from '../review/index.js';

/** The database cannot be used. `help` replaces the catalogue's advice where a better one is known. */
export function unavailable(reason: string, help?: string, cause?: unknown): PlumblineError {
  return new PlumblineError('database_unavailable', { reason }, { cause, ...(help === undefined ? {} : { help }) });
}

/** What the driver or the engine says, as the reason. */
export function unavailableFor(error: unknown): PlumblineError {
  if (error instanceof PlumblineError) return error;
  return unavailable(error instanceof Error ? error.message || error.name : String(error), undefined, error);
}
