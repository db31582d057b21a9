import {
  type Answer,
  integerOf,
  invalidRequest,
  json,
  notFound,
  type RepositoryContext,
  type Route,
  refuse,
} from '../answer.js';
import { createCheckRun, noteMoment } from '../check-store.js';
import { type CheckWrite, readCheckWrite } from '../check-validation.js';
import { paged, pagedUnder } from '../paging.js';
import { toAnnotation, toCheckRun } from '../shapes/check-run.js';
import { type CheckRunState, isoTime } from '../state.js';
import { commitAt, withinRepository } from './within-repository.js';

const READ = [['checks', 'read']] as const;
const WRITE = [['checks', 'write']] as const;
const RUNS = '/repos/{owner}/{repo}/check-runs';

export const checkRunRoutes: readonly Route[] = [
  { method: 'POST', pattern: RUNS, needs: WRITE, handle: withinRepository(createRun) },
  { method: 'PATCH', pattern: `${RUNS}/{id}`, needs: WRITE, handle: withinRepository(updateRun) },
  {
    method: 'GET',
    pattern: `${RUNS}/{id}`,
    needs: READ,
    handle: withinRepository((context) => json(toCheckRun(context, context.repository, findRun(context)))),
  },
  { method: 'GET', pattern: `${RUNS}/{id}/annotations`, needs: READ, handle: withinRepository(listAnnotations) },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/commits/{ref}/check-runs',
    needs: READ,
    handle: withinRepository(listRunsOfCommit),
  },
  {
    method: 'GET',
    pattern: '/repos/{owner}/{repo}/check-suites/{id}/check-runs',
    needs: READ,
    handle: withinRepository(listRunsOfSuite),
  },
];

async function createRun(context: RepositoryContext): Promise<Answer> {
  requireApp(context);
  const { name, head_sha: headSha } = context.body;
  if (typeof name !== 'string' || name === '') return invalidRequest('"name" wasn\'t supplied.');
  if (typeof headSha !== 'string') return invalidRequest('"head_sha" wasn\'t supplied.');
  const write = readCheckWrite(context.body);
  const sha = /^[0-9a-f]{40}$/.test(headSha) ? await context.repository.git.resolve(headSha) : null;
  if (sha === null) return refuse(422, `No commit found for SHA: ${headSha}`);
  const { state, repository } = context;
  const run = createCheckRun(state, repository, { name, headSha: sha, appSlug: state.app.slug });
  applyWrite(context, run, write);
  return json(toCheckRun(context, repository, run), 201);
}

function updateRun(context: RepositoryContext): Answer {
  requireApp(context);
  const run = findRun(context);
  // A run belongs to the App that made it.
  if (run.appSlug !== context.state.app.slug)
    return refuse(
      403,
      'Invalid app_id `' +
        context.state.app.id +
        '` - check run can only be modified by the GitHub App that created it.',
    );
  const write = readCheckWrite(context.body);
  if (typeof context.body.name === 'string' && context.body.name !== '') run.name = context.body.name;
  applyWrite(context, run, write);
  return json(toCheckRun(context, context.repository, run));
}

function applyWrite(context: RepositoryContext, run: CheckRunState, write: CheckWrite): void {
  const now = isoTime(context.state);
  const status = write.conclusion === undefined ? write.status : 'completed';
  if (status !== undefined) run.status = status;
  if (status === 'completed') run.completedAt = write.completedAt ?? now;
  // A run taken up again has no conclusion any more.
  if (status !== undefined && status !== 'completed') run.completedAt = null;
  if (status !== undefined) run.conclusion = write.conclusion ?? null;
  run.startedAt = write.startedAt ?? run.startedAt;
  run.externalId = write.externalId ?? run.externalId;
  run.detailsUrl = write.detailsUrl ?? run.detailsUrl;
  run.actions = write.actions ?? run.actions;
  if (write.output !== undefined) {
    run.title = write.output.title;
    run.summary = write.output.summary;
    run.text = write.output.text ?? run.text;
    run.annotations.push(...write.output.annotations);
  }
  noteMoment(run);
}

function listAnnotations(context: RepositoryContext): Answer {
  const run = findRun(context);
  return paged(context, run.annotations, (annotation) => toAnnotation(context, context.repository, run, annotation));
}

async function listRunsOfCommit(context: RepositoryContext): Promise<Answer> {
  const ref = context.params.ref ?? '';
  const sha = await context.repository.git.resolve(ref);
  if (sha === null) return refuse(422, `No commit found for SHA: ${ref}`);
  const { sha: headSha } = await commitAt(context, sha);
  return listRuns(context, (run) => run.headSha === headSha);
}

function listRunsOfSuite(context: RepositoryContext): Answer {
  const id = integerOf(context.params.id);
  const exists = [...context.repository.suites.values()].includes(id);
  return exists ? listRuns(context, (run) => run.suiteId === id) : notFound();
}

function listRuns(context: RepositoryContext, belongs: (run: CheckRunState) => boolean): Answer {
  const { query, state } = context;
  const name = query.get('check_name');
  const appId = query.get('app_id');
  const status = query.get('status');
  const runs = [...context.repository.checkRuns.values()]
    .filter(belongs)
    .filter((run) => name === null || run.name === name)
    .filter((run) => appId === null || (run.appSlug === state.app.slug) === (appId === String(state.app.id)))
    .reverse();
  const listed = (query.get('filter') === 'all' ? runs : latestOf(runs)).filter(
    (run) => status === null || run.status === status,
  );
  return pagedUnder(context, 'check_runs', listed, (run) => toCheckRun(context, context.repository, run));
}

/** The newest run of each name within its suite. Expects newest first. */
function latestOf(runs: readonly CheckRunState[]): CheckRunState[] {
  const seen = new Set<string>();
  return runs.filter((run) => {
    const key = `${run.suiteId}\n${run.name}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function findRun(context: RepositoryContext): CheckRunState {
  return context.repository.checkRuns.get(integerOf(context.params.id)) ?? notFound();
}

function requireApp(context: RepositoryContext): void {
  if (context.caller.kind === 'person') refuse(403, 'You must authenticate via a GitHub App.');
}
