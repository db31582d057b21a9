/** `fail`: something that is asked for cannot work. `warn`: it works worse than it could. `skip`: it cannot matter, or cannot be known. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

/** One thing that was looked at. Texts may hold words of the outside; they are cleaned when they are shown. */
export type Check = {
  /** Two or three plain words, the same in every run. */
  readonly name: string;
  readonly status: CheckStatus;
  readonly found: string;
  /** What to do next, one step each; empty unless something is wrong. */
  readonly next: readonly string[];
};

export function ok(name: string, found: string): Check {
  return { name, status: 'ok', found, next: [] };
}

export function warn(name: string, found: string, ...next: readonly string[]): Check {
  return { name, status: 'warn', found, next };
}

export function fail(name: string, found: string, ...next: readonly string[]): Check {
  return { name, status: 'fail', found, next };
}

export function skip(name: string, reason: string): Check {
  return { name, status: 'skip', found: reason, next: [] };
}
