import { performance } from 'node:perf_hooks';
import { createAnalyzers } from '../src/provider/analyzer/index.js';
import { type ModelRequest, previewReview, type ReviewModel, runReview } from '../src/review/index.js';
import { systemClock } from '../src/system-clock.js';
import { anEnvelope, aResponse, aSubmission } from '../test/support/builders/call.js';
import { aChangeSource, aReviewRun } from '../test/support/builders/review.js';
import { type GeneratedFile, generateFiles, type Shape, toSourceFile } from './generate-change.js';

/** What one core run is asked to do. */
export type CoreTask = {
  readonly shape: Shape;
  readonly isPlanOnly: boolean;
  readonly hasAnalyzers: boolean;
};

export type CoreOutcome = {
  /** Processor time of the measured step, all threads of this process; then its wall time. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly diffBytes: number;
  readonly requests: number;
  readonly promptBytes: number;
  /** Diff pages inside the prompts. */
  readonly pageBytes: number;
  readonly estimatedTokens: number;
};

type Tally = { requests: number; promptBytes: number; pageBytes: number; estimatedTokens: number };

const PAGE = /\[begin (\w{16}) diff [^\n]*\n([\s\S]*?)\n\[end \1\]/g;
const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');

/** A model that hands in a clean review at once, and counts what it was sent. */
function countingModel(tally: Tally): ReviewModel {
  return {
    id: 'instant',
    respond: async (request) => {
      count(request, tally);
      request.onRequest({ inputTokens: Math.ceil(bytesOf(JSON.stringify(request.messages)) / 4) });
      return aResponse({ usage: null, ...aSubmission(anEnvelope()) });
    },
  };
}

function count({ messages, tools }: ModelRequest, tally: Tally): void {
  const texts = messages.map((message) => message.text);
  const promptBytes = [...texts, JSON.stringify(tools)].reduce((sum, text) => sum + bytesOf(text), 0);
  const pages = texts.flatMap((text) => [...text.matchAll(PAGE)].map(([, , page = '']) => page));
  tally.requests += 1;
  tally.promptBytes += promptBytes;
  tally.pageBytes += pages.reduce((sum, page) => sum + bytesOf(page), 0);
  tally.estimatedTokens += Math.ceil(promptBytes / BYTES_PER_TOKEN);
}

/** Ordinary tokenizers on source text; the product itself reckons on the safe side. */
const BYTES_PER_TOKEN = 3.5;

async function measureCore({ shape, isPlanOnly, hasAnalyzers }: CoreTask): Promise<CoreOutcome> {
  const generated = [...generateFiles(shape)];
  const diffBytes = generated.reduce((sum, { patch }) => sum + bytesOf(patch), 0);
  const source = sourceOf(generated, hasAnalyzers);
  generated.length = 0;
  const tally: Tally = { requests: 0, promptBytes: 0, pageBytes: 0, estimatedTokens: 0 };
  const { signal } = new AbortController();
  const startedAtMs = performance.now();
  const before = process.cpuUsage();
  if (isPlanOnly) await previewReview(aReviewRun(), { source, signal, modelId: 'instant' });
  else await runReview(aReviewRun(), worldOf(source, tally, signal, hasAnalyzers));
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, wallMs: performance.now() - startedAtMs, diffBytes, ...tally };
}

function sourceOf(generated: readonly GeneratedFile[], hasAnalyzers: boolean) {
  const head = hasAnalyzers ? new Map(generated.map(({ path, head: text }) => [path, text])) : new Map();
  return aChangeSource({ files: generated.map(toSourceFile), head });
}

function worldOf(
  source: ReturnType<typeof aChangeSource>,
  tally: Tally,
  signal: AbortSignal,
  hasAnalyzers: boolean,
): Parameters<typeof runReview>[1] {
  const quiet = () => {};
  return {
    source,
    signal,
    model: countingModel(tally),
    analyzers: hasAnalyzers ? createAnalyzers({ environment: process.env }) : [],
    clock: systemClock,
    log: { info: quiet, warn: quiet, error: quiet },
    progress: quiet,
  };
}

process.stdout.write(JSON.stringify(await measureCore(JSON.parse(process.argv[2] ?? '') as CoreTask)));
