import { type CheckRunState, isoTime, type RepositoryState, type WorldState } from './state.js';

/** A new run in the suite of its App and commit; GitHub keeps one suite per pair. */
export function createCheckRun(
  state: WorldState,
  repository: RepositoryState,
  start: { readonly name: string; readonly headSha: string; readonly appSlug: string },
): CheckRunState {
  const run: CheckRunState = {
    id: state.nextId(),
    suiteId: suiteFor(state, repository, start.appSlug, start.headSha),
    ...start,
    externalId: '',
    detailsUrl: null,
    status: 'queued',
    conclusion: null,
    startedAt: isoTime(state),
    completedAt: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
    history: [],
  };
  repository.checkRuns.set(run.id, run);
  return run;
}

export function suiteFor(state: WorldState, repository: RepositoryState, appSlug: string, headSha: string): number {
  const key = `${appSlug}@${headSha}`;
  const known = repository.suites.get(key);
  if (known !== undefined) return known;
  const id = state.nextId();
  repository.suites.set(key, id);
  return id;
}

/** Remember the state a write left. */
export function noteMoment(run: CheckRunState): void {
  const { status, conclusion, title, summary, annotations } = run;
  run.history.push({ status, conclusion, title, summary, annotations: annotations.length });
}
