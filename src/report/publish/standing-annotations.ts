import type { CheckAnnotation } from '../render/check-annotations.js';
import type { CheckApi } from './check-api.js';
import { DOUBTFUL, failWith } from './fail-with.js';

const LIST = 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations';
const PAGE_SIZE = 100;
/** Far more than all tries of one run can have written. */
const MAX_PAGES = 10;

/** The annotations that GitHub shows on a check. */
export type StandingAnnotations = { has(annotation: CheckAnnotation): boolean };

/** Of a check that was opened just now. */
export const NONE_STANDING: StandingAnnotations = { has: () => false };

type Listed = { readonly [Key in keyof CheckAnnotation]?: unknown };

/** Read back which annotations stand on a check. Rejects when that cannot be seen. */
export async function readStandingAnnotations(api: CheckApi, checkRunId: number): Promise<StandingAnnotations> {
  const standing = new Set<string>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const outcome = await api.read(LIST, { check_run_id: checkRunId, per_page: PAGE_SIZE, page });
    if (outcome.kind !== 'done') failWith(outcome, LIST);
    if (!Array.isArray(outcome.data)) failWith(DOUBTFUL, LIST);
    for (const listed of outcome.data) standing.add(keyOf(listed));
    if (outcome.data.length < PAGE_SIZE) break;
  }
  return { has: (annotation) => standing.has(keyOf(annotation)) };
}

/** Its place and the id its title begins with: GitHub may give longer texts back in its own form. */
function keyOf({ path, start_line, title }: Listed): string {
  return JSON.stringify([path, start_line, String(title).split(' ', 1)]);
}
