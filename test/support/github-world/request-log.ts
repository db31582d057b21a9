import type { RequestMatcher } from './faults.js';
import { matches } from './faults.js';

export type LoggedRequest = {
  readonly method: string;
  /** Below the API root, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: string;
  /** What the client saw; 0 when the connection was cut or never answered. */
  readonly status: number;
  /** `auth` is the minting of installation tokens and everything under `/app`. */
  readonly kind: 'read' | 'write' | 'auth';
  readonly conditional304: boolean;
  readonly authorization: string | null;
  readonly body: unknown;
};

type Watcher = { matcher: RequestMatcher; left: number; action: () => unknown };

/** Every request the world was asked, and what was to happen after some of them. */
export class RequestLog {
  readonly entries: LoggedRequest[] = [];
  private watchers: Watcher[] = [];

  add(entry: LoggedRequest): void {
    this.entries.push(entry);
  }

  count(kind: LoggedRequest['kind'], matcher: RequestMatcher = {}): number {
    return this.entries.filter((entry) => entry.kind === kind && matches(matcher, entry.method, entry.path)).length;
  }

  clear(): void {
    this.entries.length = 0;
  }

  watch(nth: number, matcher: RequestMatcher, action: () => unknown): void {
    this.watchers.push({ matcher, left: nth, action });
  }

  /** Run what was to happen after this request, before its answer leaves: the client's next request sees the change. */
  async settle(method: string, path: string): Promise<void> {
    const due = this.watchers.filter((watcher) => {
      if (!matches(watcher.matcher, method, path)) return false;
      watcher.left -= 1;
      return watcher.left === 0;
    });
    this.watchers = this.watchers.filter((watcher) => watcher.left > 0);
    for (const watcher of due) await watcher.action();
  }
}

export function kindOf(method: string, path: string): LoggedRequest['kind'] {
  if (path === '/app' || path.startsWith('/app/')) return 'auth';
  // GraphQL here knows queries only.
  const isQuery = path === '/graphql' || path === '/api/graphql';
  return method === 'GET' || method === 'HEAD' || isQuery ? 'read' : 'write';
}
