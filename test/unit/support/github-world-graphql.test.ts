import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, type Loose, mintInstallationToken } from '../../support/github-world/client.js';
import { createGithubWorld, type GithubWorld, type RepositoryHandle } from '../../support/github-world/index.js';

let world: GithubWorld;
let shop: RepositoryHandle;
let head: string;

beforeAll(async () => {
  world = await createGithubWorld();
  shop = await world.createRepository('octo/shop');
  const hidden = await world.createRepository('octo/hidden', { installed: false });
  await hidden.commit('main', { 'a.ts': 'a\n' });
  await shop.commit('main', {
    'a.ts': 'größe\n',
    link: { link: 'a.ts' },
    'x.bin': Buffer.from([1, 0]),
    'src/b.ts': 'b\n',
  });
  await shop.commit('main', {
    lib: { submodule: '1'.repeat(40) },
    'a.gif': 'GIF89a=1\n',
    'l.txt': Buffer.from([0xfc]),
  });
  head = shop.tip('main');
});

afterAll(() => world.close());

const FIELDS = 'mode type object{...on Blob{oid byteSize isBinary isTruncated text}}';
const QUERY = `query($owner:String!,$repo:String!,$c:GitObjectID!,$p:String!){repository(owner:$owner,name:$repo){object(oid:$c){...on Commit{found:file(path:$p){${FIELDS}}}}}}`;

async function query(text: string, variables: Record<string, unknown> = {}, path = '/graphql'): Promise<Loose> {
  const token = await mintInstallationToken(world);
  const given = { owner: 'octo', repo: 'shop', c: head, p: 'a.ts', ...variables };
  return ask(world, token, path, { method: 'POST', body: { query: text, variables: given } });
}

const found = async (path: string) => (await query(QUERY, { p: path })).body.data.repository.object.found;

describe('GraphQL in the world', () => {
  it('knows files of a commit with the modes git gives them', async () => {
    expect(await found('a.ts')).toMatchObject({ mode: 33188, type: 'blob', object: { text: 'größe\n', byteSize: 8 } });
    expect(await found('link')).toMatchObject({ mode: 40960, object: { text: 'a.ts' } });
    expect(await found('lib')).toEqual({ mode: 57344, type: 'commit', object: null });
    expect(await found('src')).toEqual({ mode: 16384, type: 'tree', object: {} });
    expect(await found('src/b.ts')).toMatchObject({ object: { text: 'b\n', isTruncated: false } });
    expect(await found('nowhere')).toBeNull();
  });

  it('guesses what is binary, and is misled by the first bytes of a text', async () => {
    expect(await found('x.bin')).toMatchObject({ object: { isBinary: true, text: null } });
    expect(await found('a.gif')).toMatchObject({ object: { isBinary: true, text: null } });
    expect(await found('l.txt')).toMatchObject({ object: { isBinary: false, text: '\uFFFD' } });
  });

  it.each([
    ['an unknown field', QUERY.replace('byteSize', 'bytes'), {}, /Field 'bytes' doesn't exist on type 'Blob'/],
    ['a wrong argument', QUERY.replace('path:$p', 'name:$p'), {}, /doesn't accept argument 'name'/],
    ['a variable nobody declared', QUERY.replace('$p:String!', ''), {}, /is used but not declared/],
    ['a variable of another type', QUERY.replace('$c:GitObjectID!', '$c:String!'), {}, /Type mismatch/],
    ['a short object id', QUERY, { c: 'abc123' }, /provided invalid value/],
    ['a missing variable', QUERY, { p: null }, /provided invalid value/],
    ['broken syntax', QUERY.slice(0, -1), {}, /Parse error/],
    ['a mutation', 'mutation{addComment{id}}', {}, /Parse error/],
  ])('refuses %s with 200 and errors alone', async (_name, text, variables, message) => {
    const { status, body } = await query(text, variables);
    expect([status, body.data]).toEqual([200, undefined]);
    expect(body.errors[0].message).toMatch(message);
  });

  it('finds the head of a fork and no commit of another repository', async () => {
    const fork = await shop.commit('ada:topic', { 'a.ts': 'of ada\n' });
    const other = await world.createRepository('octo/other');
    const foreign = await other.commit('main', { 'a.ts': 'foreign\n' });
    expect((await query(QUERY, { c: fork })).body.data.repository.object.found.object.text).toBe('of ada\n');
    expect((await query(QUERY, { c: foreign })).body.data.repository.object).toBeNull();
  });

  it('does not know a repository without the App, and keeps contents from one without the right', async () => {
    const { body } = await query(QUERY, { repo: 'hidden' });
    expect(body).toMatchObject({ data: { repository: null }, errors: [{ type: 'NOT_FOUND', path: ['repository'] }] });
    world.setAppPermission('contents', 'none');
    const refused = await query(QUERY);
    world.setAppPermission('contents', 'read');
    expect(refused.body.errors).toMatchObject([{ type: 'FORBIDDEN', path: ['repository', 'object'] }]);
  });

  it('stands beside the REST API of an own server, not under it, and counts as a read', async () => {
    world.clearRequests();
    expect((await query(QUERY, {}, '/api/graphql')).status).toBe(200);
    expect((await query(QUERY, {}, '/api/v3/graphql')).status).toBe(404);
    expect([world.countReads({ path: 'graphql' }), world.countWrites()]).toEqual([2, 0]);
  });
});
