import type { Clock, Log } from '../../../src/review/index.js';

export type ScriptedRequest = { readonly route: string; readonly parameters: Readonly<Record<string, unknown>> };
export type ScriptedAnswer = {
  readonly status?: number;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
};

/** A GitHub client that answers from a function, throws as Octokit does, and remembers what it was asked. */
export function scriptedClient(answer: (request: ScriptedRequest, index: number) => ScriptedAnswer | 'no answer') {
  const requests: ScriptedRequest[] = [];
  async function request(route: string, parameters: Record<string, unknown> = {}) {
    const asked = { route, parameters };
    requests.push(asked);
    const given = answer(asked, requests.length - 1);
    if (given === 'no answer') throw Object.assign(new Error('socket hang up'), { status: 500 });
    const response = { status: given.status ?? 200, data: given.data ?? {}, headers: given.headers ?? {} };
    if (response.status >= 300) throw Object.assign(new Error('HttpError'), { status: response.status, response });
    return response;
  }
  return { client: { request }, requests, routes: () => requests.map((one) => one.route) };
}

/** A clock that stands still but for its own sleeps, which end at once and are remembered. */
export function instantClock(startMs = 1_000_000): Clock & { readonly sleeps: number[] } {
  const sleeps: number[] = [];
  let nowMs = startMs;
  return {
    sleeps,
    now: () => nowMs,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      sleeps.push(ms);
      nowMs += ms;
    },
  };
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** A 40-hex commit or blob name made of one digit. */
export function sha(digit: string): string {
  return digit.repeat(40);
}

export const aSignal = () => new AbortController().signal;
