import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnedServer, type OwnTerms, ownServer } from './own-server.js';
import { makeDatabase } from './session.js';
import type { Site } from './site.js';
import { stopServer } from './stop-server.js';

const MEND_PAUSE_MS = 1_000;
const MAX_MEND_PAUSE_MS = 30_000;

export type KeptServer = { readonly first: OwnedServer; stop(smartLimitMs: number): Promise<void> };

/** Own the server until `stop`. When it dies, or drops our session, it is found or started again at the same address. */
export async function keepServer(site: Site, terms: Omit<OwnTerms, 'port' | 'signal'>): Promise<KeptServer> {
  const closing = new AbortController();
  const { signal } = closing;
  const first = await ownServer(site, { ...terms, signal, port: null });
  let owned: OwnedServer | null = first;
  let mending: Promise<void> = Promise.resolve();

  function watch({ ended }: OwnedServer): void {
    void ended.then(() => {
      if (signal.aborted) return;
      owned = null;
      mending = mend();
    });
  }

  async function stop(smartLimitMs: number): Promise<void> {
    closing.abort();
    await mending;
    // A server that another process has taken over is not ours to stop.
    if (owned !== null) await stopServer(site, owned, smartLimitMs);
  }

  async function mend(): Promise<void> {
    site.log.warn({}, 'the database was lost: it is started again');
    for (let pauseMs = MEND_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, MAX_MEND_PAUSE_MS)) {
      try {
        owned = await ownServer(site, { ...terms, signal, port: first.address.port });
        watch(owned);
        site.log.info({}, 'the database is back');
        return;
      } catch (error) {
        if (signal.aborted) return;
        site.log.error({ error: String(error) }, 'the database could not be started again');
        await sleep(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  watch(first);
  try {
    await makeDatabase(first.session);
  } catch (error) {
    await stop(0);
    throw error;
  }
  return { first, stop };
}
