import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const TEXT = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join('src', path), 'utf8'))
  .join('\n');
const ROUTES = [...new Set(TEXT.match(/'(?:GET|POST|PATCH|PUT|DELETE) \/[^']*'/g) ?? [])].map((route) =>
  route.slice(1, -1),
);
const REPOSITORY = ' /repos/{owner}/{repo}';

it('H08: what people and other bots wrote is never read back, so nothing in it can become state', () => {
  const reads = ROUTES.filter((route) => route.startsWith('GET'));
  expect(reads.length).toBeGreaterThan(5);
  expect(reads.filter((route) => /comments|reviews|\/user$/.test(route))).toEqual([]);
});

it('A07, J02, Q12: writes checks, a reaction and one reply, and never comments on lines', () => {
  expect(ROUTES.filter((route) => !route.startsWith('GET')).sort()).toEqual([
    `PATCH${REPOSITORY}/check-runs/{check_run_id}`,
    // Queries, see below.
    'POST /graphql',
    `POST${REPOSITORY}/check-runs`,
    `POST${REPOSITORY}/issues/comments/{comment_id}/reactions`,
    `POST${REPOSITORY}/issues/{issue_number}/comments`,
  ]);
});

it('A07, H08: asks GraphQL one question: for files of commits. It writes nothing and reads nothing people wrote beside them', () => {
  expect(TEXT.match(/`query\(|\bmutation\b/g)).toEqual(['`query(']);
  expect(TEXT.match(/\bon (?:Commit|TreeEntry|Blob|[A-Z]\w+)\{[^'`]*/g)).toEqual([
    expect.stringMatching(
      /^on TreeEntry\{mode type object\{\.\.\.on Blob\{oid byteSize isBinary isTruncated text\}\}\}$/,
    ),
    expect.stringMatching(/^on Commit\{\$\{wanted/),
  ]);
});

it('asks GitHub by these routes alone', () => {
  expect(TEXT.match(/\.graphql\(|octokit\.(?:rest|paginate)\b|request\(`/g) ?? []).toEqual([]);
});
