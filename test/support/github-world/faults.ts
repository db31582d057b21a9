/** Which requests are meant. A string path matches where it is contained, e.g. `/check-runs`. */
export type RequestMatcher = { readonly method?: string; readonly path?: RegExp | string };

export type Fault =
  /** Answer this instead; an object is sent as JSON, a string as HTML. */
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Cut the connection without an answer. */
  | { readonly reset: true }
  /** Answer properly, but late. */
  | { readonly delayMs: number }
  /** Answer 200 with half of the JSON text. */
  | { readonly truncateJson: true }
  /** Never answer; the connection ends with the world. */
  | { readonly hang: true }
  | { readonly primaryLimit: true }
  | { readonly secondaryLimit: { readonly retryAfterSeconds: number; readonly status?: 403 | 429 } }
  /** Do the work, then answer this status: the client cannot know. */
  | { readonly afterDoing: number }
  /** Do the work, then cut the connection. */
  | { readonly resetAfterDoing: true };

export type FaultRule = RequestMatcher & {
  /** How many matching requests fail. Default 1; `Infinity` for all. */
  readonly times?: number;
  /** How many matching requests pass before. Default 0. */
  readonly after?: number;
};

type Planned = { readonly rule: FaultRule; readonly fault: Fault; passes: number; left: number };

/** Misbehaviour on demand. The first planned fault that matches a request and is not used up is applied to it. */
export class FaultTable {
  private planned: Planned[] = [];

  on(rule: FaultRule, fault: Fault): void {
    this.planned.push({ rule, fault, passes: rule.after ?? 0, left: rule.times ?? 1 });
  }

  clear(): void {
    this.planned = [];
  }

  take(method: string, path: string): Fault | null {
    for (const plan of this.planned) {
      if (plan.left <= 0 || !matches(plan.rule, method, path)) continue;
      if (plan.passes > 0) {
        plan.passes -= 1;
        continue;
      }
      plan.left -= 1;
      return plan.fault;
    }
    return null;
  }
}

export function matches(matcher: RequestMatcher, method: string, path: string): boolean {
  if (matcher.method !== undefined && matcher.method.toUpperCase() !== method) return false;
  if (matcher.path === undefined) return true;
  return typeof matcher.path === 'string' ? path.includes(matcher.path) : matcher.path.test(path);
}
