import { type Answer, json, notFound, type RequestContext, type Route, refuse } from '../answer.js';
import type { TreeEntry } from '../git-parse.js';
import { parseQuery } from '../graphql/parse-query.js';
import { FieldError, type GraphNode, runQuery } from '../graphql/run-query.js';
import { findRepository, type RepositoryState } from '../state.js';

/** On an own server GraphQL stands beside the REST API, not under it. */
export const graphqlRoutes: readonly Route[] = [
  { method: 'POST', pattern: '/graphql', needs: [], handle: answerOutsideRest },
  { method: 'POST', pattern: '/api/graphql', needs: [], handle: answer },
];

function answerOutsideRest(context: RequestContext): Promise<Answer> {
  return context.apiUrl.endsWith('/api/v3') ? notFound() : answer(context);
}

async function answer(context: RequestContext): Promise<Answer> {
  const { query, variables = {}, ...rest } = context.body;
  if (typeof query !== 'string' || Object.keys(rest).length > 0)
    return refuse(400, 'A query attribute must be specified');
  return json(await runQuery(parseQuery(query), variables as Record<string, unknown>, rootOf(context)));
}

function rootOf(context: RequestContext): GraphNode {
  return {
    type: 'Query',
    fields: {
      repository: {
        args: { owner: 'String!', name: 'String!' },
        resolve: ({ owner, name }) => {
          const repository = findRepository(context.state, `${owner}/${name}`);
          const isHidden = context.caller.kind === 'installation' && repository?.isInstalled === false;
          if (repository !== undefined && !isHidden) return toRepository(context, repository);
          throw new FieldError('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`);
        },
      },
    },
  };
}

function toRepository(context: RequestContext, repository: RepositoryState): GraphNode {
  return {
    type: 'Repository',
    fields: {
      object: {
        args: { oid: 'GitObjectID!' },
        resolve: async ({ oid = '' }) => {
          requireContents(context);
          // Objects of forks stand in the same store: a fork's head is found here, another repository's commit is not.
          return (await repository.git.typeOf(oid)) === 'commit' ? toCommit(context, repository, oid) : null;
        },
      },
    },
  };
}

function requireContents({ caller }: RequestContext): void {
  if (caller.kind === 'person') return;
  const held = caller.kind === 'installation' ? caller.token.permissions.get('contents') : undefined;
  if (held !== 'read' && held !== 'write') throw new FieldError('FORBIDDEN', 'Resource not accessible by integration');
}

function toCommit(context: RequestContext, repository: RepositoryState, commit: string): GraphNode {
  return {
    type: 'Commit',
    fields: {
      file: {
        args: { path: 'String!' },
        resolve: async ({ path = '' }) => {
          // Read as one tree: a query may ask for a hundred files.
          const entries = (await repository.git.listTree(commit, true)) ?? [];
          const entry = entries.find((one) => one.path === path);
          return entry === undefined ? null : toEntry(context, repository, entry);
        },
      },
    },
  };
}

function toEntry(context: RequestContext, { git }: RepositoryState, entry: TreeEntry): GraphNode {
  return {
    type: 'TreeEntry',
    fields: {
      // As a number: 33188 is 100644.
      mode: { resolve: () => Number.parseInt(entry.mode, 8) },
      type: { resolve: () => entry.type },
      object: {
        resolve: async () => {
          if (entry.type === 'commit') return null;
          if (entry.type === 'tree') return { type: 'Tree', fields: {} };
          return toBlob(context, entry.sha, await git.readBlob(entry.sha));
        },
      },
    },
  };
}

/** A text longer than GitHub hands out is cut; bytes that are no UTF-8 become other characters. */
function toBlob({ state }: RequestContext, oid: string, bytes: Buffer): GraphNode {
  const isBinary = looksBinary(bytes);
  const mostBytes = state.limits.graphqlTextBytes;
  const text = isBinary ? null : bytes.subarray(0, mostBytes).toString('utf8');
  return {
    type: 'Blob',
    fields: {
      oid: { resolve: () => oid },
      byteSize: { resolve: () => bytes.length },
      isBinary: { resolve: () => isBinary },
      isTruncated: { resolve: () => bytes.length > mostBytes },
      text: { resolve: () => text },
    },
  };
}

/** A guess, and like GitHub's it believes the first bytes of a known format. */
function looksBinary(bytes: Buffer): boolean {
  return bytes.includes(0) || /^(?:GIF8[79]a|%PDF-|\x89PNG)/.test(bytes.toString('latin1', 0, 8));
}
