import { buttonsOf } from './buttons-of.js';
import type { CheckApi } from './check-api.js';
import { failWith } from './fail-with.js';

export const CREATE = 'POST /repos/{owner}/{repo}/check-runs';
const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
const PAGE_SIZE = 100;
/** A thousand runs of one name on one commit are not ours to search. */
const MAX_PAGES = 10;

/** Where a check stands. `isFound`: it was there already, whoever wrote it may have written more. */
export type OpenedCheck = { readonly id: number; readonly isCompleted: boolean; readonly isFound: boolean };

export type CheckStart = {
  readonly runId: string;
  readonly name: string;
  readonly headSha: string;
  readonly status: 'queued' | 'in_progress';
  readonly startedAt: string;
  readonly line: string;
};

type ListedRun = { readonly id?: unknown; readonly external_id?: unknown; readonly status?: unknown };

function runsOf(answer: unknown): readonly ListedRun[] {
  const runs = (answer as { check_runs?: unknown } | null)?.check_runs;
  return Array.isArray(runs) ? runs : [];
}

function toOpened(run: ListedRun, isFound: boolean): OpenedCheck | null {
  return typeof run.id === 'number' ? { id: run.id, isCompleted: run.status === 'completed', isFound } : null;
}

/** The run's own check on this commit, by its external id; null when there is none. */
export async function findCheck(api: CheckApi, start: CheckStart): Promise<OpenedCheck | null> {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const parameters = { ref: start.headSha, check_name: start.name, filter: 'all', per_page: PAGE_SIZE, page };
    const outcome = await api.read(LIST, parameters);
    if (outcome.kind !== 'done') failWith(outcome, LIST);
    const runs = runsOf(outcome.data);
    const own = runs.find((run) => run.external_id === start.runId);
    if (own !== undefined) return toOpened(own, true);
    if (runs.length < PAGE_SIZE) return null;
  }
  return null;
}

/** Create the check with one write; null when it is not known whether it exists now. */
export async function createCheck(api: CheckApi, start: CheckStart): Promise<OpenedCheck | null> {
  const outcome = await api.write(CREATE, {
    name: start.name,
    head_sha: start.headSha,
    external_id: start.runId,
    status: start.status,
    ...(start.status === 'in_progress' ? { started_at: start.startedAt } : {}),
    output: { title: start.line, summary: start.line },
    actions: buttonsOf('running'),
  });
  if (outcome.kind === 'doubtful') return null;
  if (outcome.kind !== 'done') failWith(outcome, CREATE);
  return toOpened((outcome.data ?? {}) as ListedRun, false);
}
