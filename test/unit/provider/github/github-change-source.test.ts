import { describe, expect, it } from '@jest/globals';
import { createGithubChangeSource } from '../../../../src/provider/github/index.js';
import { MAX_ACQUISITIONS } from '../../../../src/review/index.js';
import { aSignal, instantClock, sha, silentLog } from '../../../support/builders/scripted-github.js';
import {
  aTinyFile,
  aTinyPullRequest,
  serveTinyPullRequest,
  type TinyPullRequest,
  tinyFiles,
} from '../../../support/builders/tiny-pull-request.js';

const DETAIL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
const FILES = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files';
const COMPARE = 'GET /repos/{owner}/{repo}/compare/{basehead}';
const TREE = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}';
const CONTENTS = 'GET /repos/{owner}/{repo}/contents/{path}';
const GRAPHQL = 'POST /graphql';

function open(pull: TinyPullRequest, before?: (index: number) => void, expectedHeadSha: string | null = null) {
  const served = serveTinyPullRequest(pull, before);
  const clock = instantClock();
  const source = createGithubChangeSource({
    client: served.client,
    repository: { owner: 'acme', name: 'widgets' },
    pullRequest: 7,
    expectedHeadSha,
    clock,
    log: silentLog,
  });
  return { ...served, clock, source, count: (route: string) => served.routes().filter((one) => one === route).length };
}

async function listing(pull: TinyPullRequest) {
  const opened = open(pull);
  const target = await opened.source.pin(aSignal());
  const listed = await opened.source.listFiles(target, aSignal());
  if (listed.kind !== 'listed') throw new Error('moved');
  return { ...opened, target, ...listed.listing };
}

describe('pinning a pull request', () => {
  it('takes head, base ref, merge base and the numeric identity', async () => {
    const { source, requests } = open(aTinyPullRequest());
    expect(await source.pin(aSignal())).toMatchObject({
      source: 'pull_request',
      label: '#7',
      repository: { host: 'github.example', id: 42, name: 'acme/widgets' },
      baseRef: 'main',
      headSha: sha('a'),
      mergeBaseSha: sha('c'),
      authorText: { title: 'Add a thing', body: '' },
    });
    expect(requests.map((one) => one.route)).toEqual([DETAIL, COMPARE]);
    expect(requests[1]?.parameters.basehead).toBe(`main...${sha('a')}`);
  });

  it('bounds the words of the author', async () => {
    const { source } = open(aTinyPullRequest({ title: 't'.repeat(5_000), body: `${'b'.repeat(7_999)}😀` }));
    const { authorText } = await source.pin(aSignal());
    expect(authorText?.title).toHaveLength(300);
    expect(authorText?.body).toBe('b'.repeat(7_999));
  });

  it('waits for a head that GitHub does not show yet', async () => {
    const pull = aTinyPullRequest();
    const opened = open(
      pull,
      (index) => {
        if (index === 2) pull.head = sha('e');
      },
      sha('e'),
    );
    expect((await opened.source.pin(aSignal())).headSha).toBe(sha('e'));
    expect(opened.clock.sleeps).toEqual([1_000, 2_000]);
  });

  it('takes the head that is there when the expected one never comes', async () => {
    const opened = open(aTinyPullRequest(), undefined, sha('e'));
    expect((await opened.source.pin(aSignal())).headSha).toBe(sha('a'));
    expect(opened.clock.sleeps).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('compares a closed pull request with the base commit on record', async () => {
    const { source, requests } = open(aTinyPullRequest({ state: 'closed' }));
    await source.pin(aSignal());
    expect(requests[1]?.parameters.basehead).toBe(`${sha('b')}...${sha('a')}`);
  });
});

describe('listing files', () => {
  it.each([
    [1, 1],
    [99, 1],
    [100, 1],
    [101, 2],
    [200, 2],
    [250, 3],
    [300, 3],
  ])('B02 P23 H09: lists %i files with %i page requests, each followed by a look', async (fileCount, pages) => {
    const { files, count, requests } = await listing(aTinyPullRequest({ files: tinyFiles(fileCount) }));
    expect(files).toHaveLength(fileCount);
    expect(count(FILES)).toBe(pages);
    expect(requests).toHaveLength(2 + 2 * pages);
    expect(count(TREE)).toBe(0);
  });

  it('C03 P21: takes a count of 0 for unknown and lists what there is', async () => {
    const { files, omittedFileCount } = await listing(aTinyPullRequest({ files: tinyFiles(150), changedFiles: 0 }));
    expect(files).toHaveLength(150);
    expect(omittedFileCount).toBe(0);
  });

  it.each([
    ['more than it lists', 5, 7, 2, ['provider_omitted']],
    ['fewer than it lists', 5, 3, 0, []],
    ['nothing', 5, null, 0, []],
    ['nothing, at the end of what it lists', 3_000, null, 0, ['provider_omitted']],
    ['0 and lists none', 0, 0, 0, []],
  ] as const)(
    'P21: when GitHub counts %s, what is missing is told',
    async (_name, listed, told, omitted, limitations) => {
      const result = await listing(aTinyPullRequest({ files: tinyFiles(listed), changedFiles: told }));
      expect(result.files).toHaveLength(listed);
      expect([result.omittedFileCount, result.limitations]).toEqual([omitted, limitations]);
    },
  );

  it('does not let a file listed twice stand in for one that is missing', async () => {
    const files = [...tinyFiles(2), aTinyFile({ filename: 'src/file-0.ts' })];
    const { limitations, omittedFileCount } = await listing(aTinyPullRequest({ files, changedFiles: 3 }));
    expect([omittedFileCount, limitations]).toEqual([1, ['provider_omitted']]);
  });

  it('counts the lines of a patch it computed, unless the file gained another number of lines', async () => {
    const countsBeside = async (additions: number, deletions: number) => {
      const file = aTinyFile({ status: 'added', sha: sha('1'), additions, deletions });
      delete file.patch;
      const contents = new Map([[`${sha('a')}:src/a.ts`, { sha: sha('1'), bytes: Buffer.from('x\ny\n') }]]);
      const { files } = await listing(aTinyPullRequest({ files: [file], contents }));
      return [files[0]?.patch.kind, files[0]?.additions, files[0]?.deletions];
    };
    expect(await countsBeside(3, 1)).toEqual(['text', 2, 0]);
    expect(await countsBeside(3, 0)).toEqual(['text', 3, 0]);
  });

  it('R12: lists 3,000 files at most and says how many were omitted', async () => {
    const result = await listing(aTinyPullRequest({ files: tinyFiles(3_000), changedFiles: 3_210 }));
    expect(result.files).toHaveLength(3_000);
    expect(result.omittedFileCount).toBe(210);
    expect(result.limitations).toEqual(['provider_omitted']);
    expect(result.count(FILES)).toBe(30);
  });

  it('asks only conditionally after the first look', async () => {
    const { requests } = await listing(aTinyPullRequest({ files: tinyFiles(250) }));
    const looks = requests.filter((one) => one.route === DETAIL).slice(1);
    expect(looks.every((one) => 'if-none-match' in (one.parameters.headers as object))).toBe(true);
  });

  it('does not take a pull request that deletes files for a stale one', async () => {
    const files = [aTinyFile({ filename: 'gone.ts', status: 'removed', additions: 0 }), aTinyFile()];
    expect((await listing(aTinyPullRequest({ files }))).files.map((file) => file.status)).toEqual([
      'deleted',
      'modified',
    ]);
  });

  it('stops at an entry that was computed from another head', async () => {
    const contents_url = `https://api.github.example/repos/acme/widgets/contents/a?ref=${sha('9')}`;
    const opened = open(aTinyPullRequest({ files: [aTinyFile({ contents_url })] }));
    const target = await opened.source.pin(aSignal());
    expect(await opened.source.listFiles(target, aSignal())).toEqual({
      kind: 'moved',
      movement: { kind: 'moved', what: 'head', from: sha('a'), to: sha('9') },
    });
  });

  it('goes on when the base branch merely went on', async () => {
    const pull = aTinyPullRequest({ files: tinyFiles(250) });
    const opened = open(pull, (index) => {
      if (index === 2) pull.baseSha = sha('8');
    });
    const target = await opened.source.pin(aSignal());
    expect((await opened.source.listFiles(target, aSignal())).kind).toBe('listed');
    expect(opened.count(COMPARE)).toBe(2);
    expect(await opened.source.recheck(target, aSignal())).toEqual({ kind: 'unmoved' });
  });

  it('stops when the merge base is another one', async () => {
    const pull = aTinyPullRequest();
    const opened = open(pull, (index) => {
      if (index === 2) Object.assign(pull, { baseSha: sha('8'), mergeBase: sha('9') });
    });
    const target = await opened.source.pin(aSignal());
    expect(await opened.source.listFiles(target, aSignal())).toMatchObject({
      movement: { what: 'merge_base', from: sha('c'), to: sha('9') },
    });
  });

  it('P32: stops when the pull request got another base', async () => {
    const pull = aTinyPullRequest();
    const opened = open(pull, (index) => {
      if (index === 3) pull.baseRef = 'release';
    });
    const target = await opened.source.pin(aSignal());
    expect(await opened.source.listFiles(target, aSignal())).toMatchObject({
      movement: { what: 'base_ref', from: 'main', to: 'release' },
    });
  });
});

describe('a head that moves', () => {
  const REQUESTS = 12;
  it.each(Array.from({ length: REQUESTS }, (_, index) => index))(
    'T18 Q02: is never current when it moves before request %i',
    async (at) => {
      const pull = aTinyPullRequest({ files: tinyFiles(250) });
      const opened = open(pull, (index) => {
        if (index === at) pull.head = sha('e');
      });
      const target = await opened.source.pin(aSignal());
      const listed = await opened.source.listFiles(target, aSignal());
      const movement = await opened.source.recheck(target, aSignal());
      const isPinnedToNewHead = target.headSha === sha('e');
      const isSeenAtAll = opened.requests.length > at;
      expect(movement.kind === 'unmoved').toBe(isPinnedToNewHead || !isSeenAtAll);
      expect(listed.kind === 'listed' && !isPinnedToNewHead && at < 8).toBe(false);
    },
  );
});

describe('looking again at the end', () => {
  it('asks for the merge base even when the base commit on record did not change', async () => {
    const pull = aTinyPullRequest();
    const { source } = open(pull);
    const target = await source.pin(aSignal());
    pull.mergeBase = sha('9');
    expect(await source.recheck(target, aSignal())).toMatchObject({ kind: 'moved', what: 'merge_base' });
  });

  it('does not reject when GitHub cannot be read', async () => {
    const pull = aTinyPullRequest();
    let isDown = false;
    const served = serveTinyPullRequest(pull);
    const client = {
      request: async (route: string, parameters?: Record<string, unknown>) => {
        if (isDown) throw Object.assign(new Error('x'), { response: { status: 502, headers: {}, data: '' } });
        return served.client.request(route, parameters);
      },
    };
    const repository = { owner: 'acme', name: 'widgets' };
    const source = createGithubChangeSource({
      client,
      repository,
      pullRequest: 7,
      expectedHeadSha: null,
      clock: instantClock(),
      log: silentLog,
    });
    const target = await source.pin(aSignal());
    isDown = true;
    expect(await source.recheck(target, aSignal())).toEqual({
      kind: 'unreadable',
      reason: expect.stringContaining('502'),
    });
  });

  it("rejects with the signal's reason when it is aborted", async () => {
    const { source } = open(aTinyPullRequest());
    const target = await source.pin(aSignal());
    await expect(source.recheck(target, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

describe('a file without a patch', () => {
  const [merge, head] = [sha('c'), sha('a')];
  const text = (content: string, blob: string) => ({ sha: blob, bytes: Buffer.from(content) });
  const entry = aTinyFile({ patch: undefined });

  async function patchOf(overrides: Partial<TinyPullRequest>) {
    return listing(aTinyPullRequest({ files: [entry], ...overrides }));
  }

  it('P22: gets it computed from the merge base and the head', async () => {
    const contents = new Map([
      [`${merge}:src/a.ts`, text('old\n', sha('2'))],
      [`${head}:src/a.ts`, text('new\n', sha('1'))],
    ]);
    const { files, requests } = await patchOf({ contents });
    expect(files[0]?.patch).toEqual({ kind: 'text', text: '@@ -1 +1 @@\n-old\n+new' });
    expect(requests).toHaveLength(2 + 2 + 1 + 2 + 2 + 1);
  });

  it('reads the old side of a renamed file under its old name', async () => {
    const contents = new Map([
      [`${merge}:old.ts`, text('old\n', sha('2'))],
      [`${head}:src/a.ts`, text('new\n', sha('1'))],
    ]);
    const files = [{ ...entry, status: 'renamed', previous_filename: 'old.ts' }];
    expect((await patchOf({ files, contents })).files[0]?.patch.kind).toBe('text');
  });

  const binary = (blob: string) => ({ sha: blob, bytes: Buffer.from([1, 0, 2]) });

  it.each([
    ['both sides hold a NUL', binary(sha('2')), binary(sha('1')), { kind: 'binary' }],
    ['the empty file became binary', text('', sha('2')), binary(sha('1')), { kind: 'binary' }],
    ['a text took the place of something binary', binary(sha('2')), text('x\n', sha('1')), 'shown'],
    ['something binary took the place of a text', text('x\n', sha('2')), binary(sha('1')), { kind: 'missing' }],
  ])('is binary only when nothing can be read: %s', async (_name, old, changed, expected) => {
    const contents = new Map([
      [`${merge}:src/a.ts`, old],
      [`${head}:src/a.ts`, changed],
    ]);
    const shown = { kind: 'text', text: '@@ -0,0 +1 @@\n+x' };
    expect((await patchOf({ contents })).files[0]?.patch).toEqual(expected === 'shown' ? shown : expected);
  });

  it('is oversized when a side has too many bytes', async () => {
    const contents = new Map([[`${head}:src/a.ts`, { ...text('', sha('1')), size: 5_000_000 }]]);
    expect((await patchOf({ contents })).files[0]?.patch).toEqual({ kind: 'oversized', sizeBytes: 5_000_000 });
  });

  it('is missing, not dropped, when a side cannot be read', async () => {
    const { files } = await patchOf({});
    expect(files.map((file) => file.patch)).toEqual([{ kind: 'missing' }]);
  });

  it('is missing when GitHub hands out the text of another object', async () => {
    const contents = new Map([
      [`${merge}:src/a.ts`, text('old\n', sha('2'))],
      [`${head}:src/a.ts`, text('new\n', sha('7'))],
    ]);
    expect((await patchOf({ contents })).files[0]?.patch).toEqual({ kind: 'missing' });
  });

  it('has none when only its name or mode changed', async () => {
    const files = [
      { ...entry, status: 'renamed', previous_filename: 'old.ts', additions: 0, deletions: 0 },
      { ...entry, filename: 'run.sh', additions: 0, deletions: 0 },
    ];
    const tree = [
      { path: 'old.ts', sha: sha('1') },
      { path: 'run.sh', sha: sha('1') },
    ];
    const result = await patchOf({ files, tree });
    expect(result.files.map((file) => file.patch.kind)).toEqual(['none', 'none']);
    expect(result.count(CONTENTS)).toBe(0);
    expect(result.count(TREE)).toBe(1);
  });

  it('shows text that attributes hide from diffs', async () => {
    const contents = new Map([
      [`${merge}:src/a.ts`, text('old\n', sha('2'))],
      [`${head}:src/a.ts`, text('evil\n', sha('1'))],
    ]);
    const files = [{ ...entry, additions: 0, deletions: 0 }];
    expect((await patchOf({ files, contents })).files[0]?.patch).toMatchObject({ kind: 'text' });
  });

  it.each(['logo.png', 'notes.pdf', 'a.ts'])(
    'is missing, whatever its name, when its bytes cannot be had: %s',
    async (filename) => {
      const files = [{ ...entry, filename, additions: 0, deletions: 0 }];
      const result = await patchOf({ files, tree: [{ path: filename, sha: sha('2') }] });
      expect(result.files[0]?.patch).toEqual({ kind: 'missing' });
    },
  );

  it('J05: stops acquiring when the run has acquired enough, and says so', async () => {
    const files = Array.from({ length: 150 }, (_, index) => ({ ...entry, filename: `f${index}.ts`, status: 'added' }));
    const contents = new Map(files.map((file) => [`${head}:${file.filename}`, text('x\n', sha('1'))]));
    const result = await patchOf({ files, contents });
    const kinds = result.files.map((file) => file.patch.kind);
    expect(kinds.filter((kind) => kind === 'text')).toHaveLength(MAX_ACQUISITIONS - 3);
    expect(kinds.filter((kind) => kind === 'missing')).toHaveLength(150 - MAX_ACQUISITIONS + 3);
    expect(result.limitations).toEqual(['acquisitions_spent']);
    expect(result.count(FILES) + result.count(GRAPHQL) + result.count(CONTENTS)).toBe(MAX_ACQUISITIONS);
  });
});

describe('reading files of the base', () => {
  const merge = sha('c');
  const tree = [
    { path: 'AGENTS.md', sha: sha('2'), size: 5 },
    { path: 'link.md', sha: sha('3'), size: 5, mode: '120000' },
    { path: 'big.md', sha: sha('4'), size: 5_000 },
    { path: 'docs', sha: sha('5'), type: 'tree', mode: '040000' },
  ];
  const contents = new Map([[`${merge}:AGENTS.md`, { sha: sha('2'), bytes: Buffer.from('Rules') }]]);
  const wanted = ['AGENTS.md', 'CLAUDE.md', 'link.md', 'big.md', 'docs'];

  it('fetches only files that exist, are no links and are small enough', async () => {
    const { source, count } = open(aTinyPullRequest({ tree, contents }));
    const target = await source.pin(aSignal());
    expect(await source.readBaseFiles(target, wanted, 1_000, aSignal())).toEqual({
      files: new Map([['AGENTS.md', 'Rules']]),
      isPartial: false,
    });
    expect(count(CONTENTS)).toBe(1);
  });

  it('J05: reads the tree once however often it is asked', async () => {
    const { source, count } = open(aTinyPullRequest({ tree, contents }));
    const target = await source.pin(aSignal());
    await source.readBaseFiles(target, wanted, 1_000, aSignal());
    await source.readBaseFiles(target, wanted, 1_000, aSignal());
    expect(count(TREE)).toBe(1);
  });

  it('tries the root when the tree is cut, and says that it saw only part', async () => {
    const { source } = open(aTinyPullRequest({ tree: [], isTreeCut: true, contents }));
    const target = await source.pin(aSignal());
    const read = await source.readBaseFiles(target, ['AGENTS.md', 'deep/AGENTS.md'], 1_000, aSignal());
    expect(read).toEqual({ files: new Map([['AGENTS.md', 'Rules']]), isPartial: true });
  });

  it('fetches a bounded number of files', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ path: `d${index}/AGENTS.md`, sha: sha('2'), size: 5 }));
    const { source, count } = open(aTinyPullRequest({ tree: many }));
    const target = await source.pin(aSignal());
    const read = await source.readBaseFiles(
      target,
      many.map((entry) => entry.path),
      1_000,
      aSignal(),
    );
    expect(read.isPartial).toBe(true);
    expect(count(CONTENTS)).toBe(24);
  });
});
