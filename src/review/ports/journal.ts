/**
 * What one run has paid for, kept beyond the end of the process: a run that is taken up again finds it under the same key.
 * Keys say what was asked, never when, so that side-by-side work may come in any order.
 */
export interface Journal {
  /** The value kept under this key; null when there is none, or it cannot be had. */
  kept<Value>(key: string): Promise<Value | null>;
  /** The value kept under this key; otherwise that of `work`, kept before this resolves. Values are JSON. A rejection is not kept. */
  once<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
}
