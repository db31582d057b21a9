import { fileURLToPath } from 'node:url';
import type { CoreOutcome, CoreTask } from './core-child.js';
import type { Shape } from './generate-change.js';
import { type Measure, measuresOf } from './measure.js';
import { runMeasured, type Usage } from './run-measured.js';

const CHILD = fileURLToPath(new URL('./core-child.js', import.meta.url));
const files = (count: number): Shape => ({ kind: 'files', count });

const CASES: readonly (readonly [name: string, shape: Shape])[] = [
  ['1 file', files(1)],
  ['20 files', files(20)],
  ['300 files', files(300)],
  ['3000 files', files(3_000)],
  ['20 MB', { kind: 'bulk', count: 5, bytesEach: 4_000_000 }],
];
const WITH_ANALYZERS: typeof CASES = [
  ['20 files, static checks', files(20)],
  ['300 files, static checks', files(300)],
];

/** Plan and review generated changes through the core, each step in a process of its own, with a model that answers at once. */
export async function measureCore(): Promise<readonly Measure[]> {
  const empty = (await run({ shape: files(0), isPlanOnly: true, hasAnalyzers: false })).peakMb;
  const measures: Measure[] = [...measuresOf('core/nothing', { 'peak memory': [empty, 'MB'] })];
  for (const [name, shape] of CASES) measures.push(...(await measureCase(`core/${name}`, shape, empty)));
  for (const [name, shape] of WITH_ANALYZERS) {
    const whole = await run({ shape, isPlanOnly: false, hasAnalyzers: true });
    measures.push(...measuresOf(`core/${name}`, { ...runQuantities(whole), 'whole run, wall': [whole.wallMs, 'ms'] }));
  }
  return [...measures, ...growthOf(measures)];
}

async function measureCase(name: string, shape: Shape, emptyMb: number): Promise<readonly Measure[]> {
  const plan = await run({ shape, isPlanOnly: true, hasAnalyzers: false });
  const whole = await run({ shape, isPlanOnly: false, hasAnalyzers: false });
  return measuresOf(name, {
    diff: [plan.diffBytes, 'bytes'],
    planning: [plan.cpuMs, 'ms'],
    'planning, peak memory': [plan.peakMb, 'MB'],
    'planning, memory over nothing': [Math.max(0, plan.peakMb - emptyMb), 'MB'],
    ...runQuantities(whole),
    'memory over nothing': [Math.max(0, whole.peakMb - emptyMb), 'MB'],
    requests: [whole.requests, 'requests'],
    prompt: [whole.promptBytes, 'bytes'],
    'prompt per diff byte': [whole.promptBytes / whole.diffBytes, 'ratio'],
    'overhead per request': [(whole.promptBytes - whole.pageBytes) / whole.requests, 'bytes'],
    'estimated input': [whole.estimatedTokens, 'tokens'],
  });
}

function runQuantities(whole: CoreOutcome & Pick<Usage, 'peakMb'>) {
  return { 'whole run': [whole.cpuMs, 'ms'], 'peak memory': [whole.peakMb, 'MB'] } as const;
}

async function run(task: CoreTask): Promise<CoreOutcome & Pick<Usage, 'peakMb'>> {
  const { peakMb, stdout } = await runMeasured([CHILD, JSON.stringify(task)]);
  return { ...(JSON.parse(stdout) as CoreOutcome), peakMb };
}

/** What ten times as many files cost. */
function growthOf(measures: readonly Measure[]): readonly Measure[] {
  const valueAt = (name: string) => measures.find((measure) => measure.name === name)?.value ?? Number.NaN;
  const growth = (quantity: string) =>
    [valueAt(`core/3000 files/${quantity}`) / valueAt(`core/300 files/${quantity}`), 'ratio'] as const;
  return measuresOf('growth/3000 over 300 files', {
    diff: growth('diff'),
    planning: growth('planning'),
    'whole run': growth('whole run'),
    'peak memory': growth('peak memory'),
    requests: growth('requests'),
    prompt: growth('prompt'),
  });
}
