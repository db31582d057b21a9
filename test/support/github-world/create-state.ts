import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { FaultTable } from './faults.js';
import { GITHUB_LIMITS } from './limits.js';
import { RequestLog } from './request-log.js';
import { APP_EVENTS } from './shapes/app.js';
import type { Access, WorldState } from './state.js';

export type WorldStart = {
  readonly appId?: number;
  readonly slug?: string;
  readonly webhookSecret?: string;
  /** Milliseconds since the epoch. Tokens and limits follow it. */
  readonly now?: () => number;
};

/** What the App is granted when nothing is taken away. */
const APP_PERMISSIONS: readonly (readonly [string, Access])[] = [
  ['checks', 'write'],
  ['contents', 'read'],
  ['issues', 'read'],
  ['merge_queues', 'read'],
  ['metadata', 'read'],
  ['pull_requests', 'write'],
];

/** Making a key takes longer than everything else here, so one serves the whole process. */
let privateKeyPem: string | null = null;

/** An empty world: an App with its installation, no repository yet. */
export function createState(start: WorldStart): WorldState {
  privateKeyPem ??= generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString();
  let lastId = 1_000;
  return {
    now: start.now ?? Date.now,
    app: {
      id: start.appId ?? 4_242,
      slug: start.slug ?? 'plumbline',
      privateKey: privateKeyPem,
      publicKey: createPublicKey(privateKeyPem),
      webhookSecret: start.webhookSecret ?? 'webhook-secret-of-the-world',
      permissions: new Map(APP_PERMISSIONS),
      events: [...APP_EVENTS],
      hook: {
        url: 'https://plumbline.example/api/github/webhooks',
        contentType: 'json',
        isInsecure: false,
        hasSecret: true,
      },
      deliveries: [],
    },
    installationId: 77,
    token: 'ghp_personalTokenOfOctocat000000000000',
    tokenExpiry: null,
    acceptedPermissions: null,
    isInstalled: true,
    tokens: new Map(),
    youngTokenRefusals: 0,
    repositories: new Map(),
    users: new Map(),
    faults: new FaultTable(),
    log: new RequestLog(),
    limits: { ...GITHUB_LIMITS },
    origin: '',
    nextId: () => {
      lastId += 1;
      return lastId;
    },
  };
}
