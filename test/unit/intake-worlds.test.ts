import { describe, expect, it } from '@jest/globals';
import { createMemoryJournal, createMemoryRecordStore, createMemoryRunSlots } from '../../src/durable/index.js';
import { createIntakeWorlds, type IntakeSite } from '../../src/intake-worlds.js';
import { DEFAULT_LIMITS } from '../../src/review/limits.js';
import { RunStopped } from '../../src/review/model/run-stopped.js';
import { instantClock, scriptedClient, sha, silentLog } from '../support/builders/scripted-github.js';

const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
const CREATE = 'POST /repos/{owner}/{repo}/check-runs';

/** The world of one delivery, over a GitHub that has a check of run `pr12-d` or none at all. */
function aWorld({
  hasCheck = false,
  ...staged
}: {
  hasCheck?: boolean;
  hasFailedBefore?: boolean;
  closing?: AbortSignal;
}) {
  const own = { id: 7, external_id: 'pr12-d', status: 'in_progress' };
  const { client, routes } = scriptedClient(({ route }) => ({
    data: route === LIST ? { check_runs: hasCheck ? [own] : [] } : { id: 8 },
  }));
  const site: IntakeSite = {
    host: 'github.com',
    apiUrl: null,
    appId: 1,
    clientFor: async () => client,
    closing: staged.closing ?? new AbortController().signal,
    model: null,
    analyzers: [],
    slots: createMemoryRunSlots(1),
    records: createMemoryRecordStore(),
    isDurable: false,
    takeUp: async () => {},
    journalFor: createMemoryJournal,
    clock: instantClock(),
    logFor: () => silentLog,
    ceiling: DEFAULT_LIMITS,
    secrets: [],
    minProgressIntervalMs: 0,
    newSecret: () => 'secret',
  };
  const repository = { owner: 'acme', name: 'widgets', id: 5 };
  const world = createIntakeWorlds(site)(
    { kind: 'stop', deliveryId: 'd', installationId: 1, repository, pullRequest: 12, reason: 'closed' },
    { hasFailedBefore: staged.hasFailedBefore ?? false },
  );
  const open = () =>
    world.host
      .checkPublisher({ runId: 'pr12-d', name: 'Review', pullRequest: 12 })
      .open({ headSha: sha('a'), isQueued: false });
  return { world, open, routes };
}

describe('the check of a delivery', () => {
  it('is created with one request when the delivery is new', async () => {
    const { open, routes } = aWorld({});
    await open();
    expect(routes().filter((route) => route === LIST || route === CREATE)).toEqual([CREATE]);
  });

  it.each([
    ['found and taken up', true, [LIST]],
    ['looked for and created', false, [LIST, CREATE]],
  ])('J07: is %s when the delivery failed here before', async (_what, hasCheck, expected) => {
    const { open, routes } = aWorld({ hasCheck, hasFailedBefore: true });
    await open();
    expect(routes().filter((route) => route === LIST || route === CREATE)).toEqual(expected);
  });
});

it('a delivery reads nothing more when the process ends', () => {
  const closing = new AbortController();
  const { world } = aWorld({ closing: closing.signal });
  closing.abort(new RunStopped({ kind: 'shutdown' }));
  expect(world.signal.aborted).toBe(true);
});
