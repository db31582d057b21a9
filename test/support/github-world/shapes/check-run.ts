import type { Annotation, CheckRunState, RepositoryState } from '../state.js';
import { toApp } from './app.js';
import { toMinimalPull } from './pull.js';
import { repositoryUrl, webRepositoryUrl } from './repository.js';
import { encodePath, nodeId, type Site } from './site.js';

export function toCheckRun(site: Site, repository: RepositoryState, run: CheckRunState) {
  const url = `${repositoryUrl(site, repository)}/check-runs/${run.id}`;
  const web = `${webRepositoryUrl(site, repository)}/runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: web,
    details_url: run.detailsUrl ?? web,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suiteId },
    app: toApp(site, run.appSlug),
    pull_requests: pullsOf(repository, run.headSha).map((pull) => toMinimalPull(site, repository, pull)),
  };
}

/** GitHub names the open pull requests of a commit, but none that come from a fork. */
export function pullsOf(repository: RepositoryState, headSha: string) {
  return [...repository.pulls.values()].filter(
    (pull) => pull.state === 'open' && pull.headSha === headSha && pull.headRepo?.isFork === false,
  );
}

export function toAnnotation(site: Site, repository: RepositoryState, run: CheckRunState, annotation: Annotation) {
  return {
    ...annotation,
    blob_href: `${webRepositoryUrl(site, repository)}/blob/${run.headSha}/${encodePath(annotation.path)}`,
  };
}
