import type { CallDeps, CallSpec } from '../../../src/review/call/call-spec.js';
import { createRunBudget } from '../../../src/review/call/run-budget.js';
import { DEFAULT_LIMITS, type Limits } from '../../../src/review/limits.js';
import type { ExclusionReason } from '../../../src/review/model/coverage.js';
import type { Page } from '../../../src/review/model/patch.js';
import type { PreparedTarget } from '../../../src/review/model/prepared-target.js';
import type { PinnedTarget } from '../../../src/review/model/target.js';
import type { Clock, ModelRequest, ModelResponse, ProgressPhase, ToolCall } from '../../../src/review/ports/index.js';
import { aChangedFile, anEvidence } from './report.js';

export type FileOfTarget = {
  readonly path: string;
  /** Texts of its pages. */
  readonly pages?: readonly string[];
  readonly excluded?: ExclusionReason;
  readonly previousPath?: string;
};

/** A prepared target with these files, served in the order given. */
export function aPreparedTarget(
  files: readonly FileOfTarget[] = [{ path: 'src/a.ts', pages: [DIFF_TEXT] }],
  fingerprint = 'e'.repeat(64),
): PreparedTarget {
  const pagesByPath = new Map(files.map((file) => [file.path, toPages(file)]));
  return {
    evidence: anEvidence({
      fingerprint,
      files: files.map(({ path, pages = [], excluded, previousPath }) =>
        aChangedFile({
          path,
          previousPath: previousPath ?? null,
          status: previousPath === undefined ? 'modified' : 'renamed',
          pages: excluded === undefined ? pages.length : 0,
          exclusion: excluded === undefined ? null : { reason: excluded, isAccepted: false },
        }),
      ),
    }),
    pack: { files: { entries: [], omitted: 0 }, contractHints: { entries: [], omitted: 0 } },
    servingOrder: files.filter(({ excluded }) => excluded === undefined).map(({ path }) => path),
    pagesOf: (path) => pagesByPath.get(path) ?? [],
    unmatchedPaths: [],
  };
}

export const DIFF_TEXT = '@@ -1,1 +1,1 @@\n     - const limit = 10;\n   1 + const limit = 0;';

function toPages({ path, pages = [] }: FileOfTarget): readonly Page[] {
  return pages.map((text, index) => ({ path, index, count: pages.length, text, segments: [] }));
}

export function aPinnedTarget(overrides: Partial<PinnedTarget> = {}): PinnedTarget {
  return {
    source: 'pull_request',
    repository: { host: 'github.com', id: 1, name: 'octo/shop' },
    label: '#12',
    baseRef: 'main',
    baseSha: 'a'.repeat(40),
    headSha: 'b'.repeat(40),
    mergeBaseSha: 'a'.repeat(40),
    authorText: { title: 'Lower the limit', body: 'It was too high.' },
    snapshot: null,
    ...overrides,
  };
}

/** A call for one small file, last checked when the clock of `aCallWorld` begins. */
export function aCallSpec(
  overrides: Omit<Partial<CallSpec>, 'limits'> & { readonly limits?: Partial<Limits> } = {},
): CallSpec {
  return {
    callId: 'primary',
    target: aPinnedTarget(),
    prepared: aPreparedTarget(),
    facts: [],
    language: 'English',
    focus: [],
    requestedFocus: null,
    instructions: { entries: [], isCut: false },
    houseRubric: null,
    runSecret: 'a secret of this run',
    lastCheckedAtMs: 0,
    ...overrides,
    limits: { ...DEFAULT_LIMITS, ...overrides.limits },
  };
}

/** One scripted answer: a response, an error to reject with, or a function of the request that gives either. */
export type ScriptedTurn =
  | Partial<ModelResponse>
  | Error
  | ((request: ModelRequest, signal: AbortSignal) => Partial<ModelResponse> | Promise<Partial<ModelResponse>>);

export type CallWorld = CallDeps & {
  readonly clock: Clock & { advance(ms: number): void };
  /** Every request that was charged. */
  readonly requests: ModelRequest[];
  readonly phases: ProgressPhase[];
  readonly logged: string[];
  rechecks: number;
};

/** Everything a call needs besides its spec, with a model that answers by script, one turn per request. */
export function aCallWorld(
  turns: readonly ScriptedTurn[],
  overrides: Omit<Partial<CallDeps>, 'clock'> & { readonly limits?: Partial<Limits> } = {},
): CallWorld {
  const { limits, ...deps } = overrides;
  const requests: ModelRequest[] = [];
  const phases: ProgressPhase[] = [];
  const logged: string[] = [];
  const remember = (facts: Record<string, unknown>, message: string) =>
    void logged.push(`${message} ${JSON.stringify(facts)}`);
  const world: CallWorld = {
    requests,
    phases,
    logged,
    rechecks: 0,
    clock: aManualClock(),
    model: {
      id: 'configured-model',
      async respond(request, signal) {
        request.onRequest({ inputTokens: Math.ceil(JSON.stringify(request.messages).length / 4) });
        requests.push(request);
        const turn = turns[requests.length - 1];
        if (turn === undefined) throw new TypeError(`the script has no turn ${requests.length}`);
        if (turn instanceof Error) throw turn;
        const inputTokens = Math.max(1_000, Math.ceil(JSON.stringify(request.messages).length / 4));
        const usage = { inputTokens, cachedInputTokens: 0, outputTokens: 100 };
        return aResponse({ usage, ...(typeof turn === 'function' ? await turn(request, signal) : turn) });
      },
    },
    recheck: async () => {
      world.rechecks += 1;
      return { kind: 'unmoved' };
    },
    progress: (phase) => void phases.push(phase),
    budget: createRunBudget({ ...DEFAULT_LIMITS, ...limits }),
    signal: new AbortController().signal,
    log: { info: remember, warn: remember, error: remember },
    ...deps,
  };
  return world;
}

/** A clock that goes on by itself only when nothing else happens: then straight to the end of the next sleep. */
export function aManualClock(): Clock & { advance(ms: number): void } {
  let nowMs = 0;
  const sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>();
  const wakeNext = () => {
    const [next] = [...sleepers].sort((left, right) => left.atMs - right.atMs);
    if (next === undefined) return;
    sleepers.delete(next);
    nowMs = Math.max(nowMs, next.atMs);
    next.wake();
    setImmediate(wakeNext);
  };
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { atMs: nowMs + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
        setImmediate(wakeNext);
      }),
  };
}

export function aResponse(overrides: Partial<ModelResponse> = {}): ModelResponse {
  return {
    text: '',
    toolCalls: [],
    finish: { unified: overrides.toolCalls === undefined ? 'stop' : 'tool_calls', raw: null },
    refusal: null,
    usage: { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 100 },
    modelId: 'model-told-by-endpoint',
    protocol: 'tools',
    ...overrides,
  };
}

export function aToolCall(name: string, given: unknown, id = `${name}-1`): ToolCall {
  return { id, name, argumentsJson: typeof given === 'string' ? given : JSON.stringify(given) };
}

/** The envelope of a clean review. */
export function anEnvelope(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    summary: 'The limit is lowered.',
    assessed: true,
    findings: [],
    remediation: [],
    notes: [],
    residual_risk: [],
    verdict: 'correct',
    verdict_confidence: 0.9,
    ...overrides,
  };
}

/** An entry of `findings` as a well-behaved model writes it. */
export function anEntry(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    severity: 'high',
    confidence: 0.9,
    category: 'correctness',
    path: 'src/a.ts',
    start_line: 1,
    end_line: 1,
    title: 'A limit of zero lets nothing through',
    body: 'Every request is refused.',
    evidence: 'const limit = 0;',
    trigger: 'any request',
    suggestion: null,
    rule: null,
    claims: [],
    ...overrides,
  };
}

/** A response that hands in this envelope. */
export function aSubmission(envelope: unknown = anEnvelope()): Partial<ModelResponse> {
  return { toolCalls: [aToolCall('submit_review', envelope)] };
}
