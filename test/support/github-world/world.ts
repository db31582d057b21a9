import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createState, type WorldStart } from './create-state.js';
import { createDelivery, type Delivery, postDelivery, signDelivery } from './deliveries.js';
import type { FaultTable, RequestMatcher } from './faults.js';
import { GitStore } from './git-store.js';
import type { WorldLimits } from './limits.js';
import type { DeliverySubject } from './payloads.js';
import { RepositoryHandle } from './repository-handle.js';
import type { LoggedRequest } from './request-log.js';
import { startServer, type WorldServer } from './server.js';
import type { Site } from './shapes/site.js';
import {
  type Access,
  type CheckRunState,
  type DeliveryState,
  findRepository,
  type HookState,
  isoTime,
  type PermissionLevel,
  type RepositoryState,
  type WorldState,
} from './state.js';

export type RepositoryStart = {
  readonly id?: number;
  readonly private?: boolean;
  readonly defaultBranch?: string;
  /** False: the App is not installed here, so it does not exist for it. */
  readonly installed?: boolean;
};

/** GitHub, as far as this project sees it. See `index.ts` for what it does and how a test speaks. */
export class GithubWorld {
  /** A bare world of its own folder; `start` makes it reachable. */
  private constructor(
    private readonly state: WorldState,
    private readonly server: WorldServer,
    private readonly directory: string,
  ) {}

  static async start(start: WorldStart): Promise<GithubWorld> {
    const state = createState(start);
    const server = await startServer(state);
    state.origin = server.origin;
    return new GithubWorld(state, server, mkdtempSync(join(tmpdir(), 'github-world-')));
  }

  get url(): string {
    return this.server.origin;
  }

  get app(): {
    readonly id: number;
    readonly slug: string;
    readonly privateKey: string;
    readonly webhookSecret: string;
  } {
    return this.state.app;
  }

  get installationId(): number {
    return this.state.installationId;
  }

  /** A personal access token, of `octocat`. */
  get token(): string {
    return this.state.token;
  }

  get faults(): FaultTable {
    return this.state.faults;
  }

  /** Numbers of GitHub that a test may lower. */
  get limits(): WorldLimits {
    return this.state.limits;
  }

  get requests(): readonly LoggedRequest[] {
    return this.state.log.entries;
  }

  countReads(matcher: RequestMatcher = {}): number {
    return this.state.log.count('read', matcher);
  }

  countWrites(matcher: RequestMatcher = {}): number {
    return this.state.log.count('write', matcher);
  }

  clearRequests(): void {
    this.state.log.clear();
  }

  /** Do something after the n-th request from now (or the n-th that matches), before its answer leaves. */
  afterRequest(when: number | (RequestMatcher & { readonly nth?: number }), action: () => unknown): void {
    if (typeof when === 'number') this.state.log.watch(when, {}, action);
    else this.state.log.watch(when.nth ?? 1, when, action);
  }

  async createRepository(fullName: string, start: RepositoryStart = {}): Promise<RepositoryHandle> {
    const [owner = '', name = ''] = fullName.split('/');
    const id = start.id ?? this.state.nextId();
    const defaultBranch = start.defaultBranch ?? 'main';
    const repository: RepositoryState = {
      id,
      owner,
      name,
      isPrivate: start.private ?? false,
      isInstalled: start.installed ?? true,
      defaultBranch,
      protectedBranches: new Set(),
      git: new GitStore(join(this.directory, `${id}.git`), defaultBranch),
      pulls: new Map(),
      issues: new Map(),
      comments: new Map(),
      checkRuns: new Map(),
      suites: new Map(),
      permissions: new Map(),
      createdAt: isoTime(this.state),
    };
    this.state.repositories.set(fullName.toLowerCase(), repository);
    return new RepositoryHandle(this.state, repository);
  }

  setPermission(fullName: string, login: string, level: PermissionLevel): void {
    this.repository(fullName).permissions.set(login.toLowerCase(), level);
  }

  /** Give or take a permission of the App. Tokens that exist already feel it at once. */
  setAppPermission(name: string, access: Access): void {
    this.state.app.permissions.set(name, access);
  }

  /** What the App is subscribed to. */
  setAppEvents(events: readonly string[]): void {
    this.state.app.events = [...events];
  }

  /** Where and how deliveries are sent; null takes the webhook away. */
  setWebhook(hook: Partial<HookState> | null): void {
    const { app } = this.state;
    const standard = { url: '', contentType: 'json', isInsecure: false, hasSecret: true } as const;
    app.hook = hook === null ? null : { ...standard, ...app.hook, ...hook };
  }

  /** A try of a delivery, as GitHub remembers it; the same `guid` again is a redelivery. */
  addDelivery(delivery: Partial<DeliveryState>): void {
    const { app } = this.state;
    const id = this.state.nextId();
    const guid = delivery.guid ?? `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
    app.deliveries.push({
      id,
      guid,
      event: 'pull_request',
      action: 'opened',
      deliveredAt: new Date(this.state.now() + app.deliveries.length * 1_000).toISOString(),
      isRedelivery: app.deliveries.some((other) => other.guid === guid),
      statusCode: 202,
      status: 'OK',
      ...delivery,
    });
  }

  /** When the personal token ends (`2026-10-01 12:00:00 UTC`); null: never. */
  setTokenExpiry(expiry: string | null): void {
    this.state.tokenExpiry = expiry;
  }

  /** What the installation has accepted so far; null: all the App asks for. */
  setAcceptedPermissions(permissions: Readonly<Record<string, Access>> | null): void {
    this.state.acceptedPermissions = permissions === null ? null : new Map(Object.entries(permissions));
  }

  /** Whether the App is installed anywhere. */
  setInstalled(isInstalled: boolean): void {
    this.state.isInstalled = isInstalled;
  }

  /** From now on this login is no user, as for apps and deleted accounts. */
  forgetUser(login: string): void {
    this.state.users.set(login.toLowerCase(), { id: this.state.nextId(), exists: false });
  }

  /** Every installation token minted so far has expired. */
  expireTokens(): void {
    for (const token of this.state.tokens.values()) token.expiresAtMs = 0;
  }

  /** Every token minted from now on is refused so many times, as very young ones sometimes are. */
  refuseYoungTokens(times: number): void {
    this.state.youngTokenRefusals = times;
  }

  /** Check runs as GitHub would show them, oldest first, with accumulated annotations and every state they went through. */
  checkRuns(
    fullName: string,
    filter: { readonly headSha?: string; readonly name?: string } = {},
  ): readonly CheckRunState[] {
    return [...this.repository(fullName).checkRuns.values()]
      .filter((run) => filter.headSha === undefined || run.headSha === filter.headSha)
      .filter((run) => filter.name === undefined || run.name === filter.name);
  }

  /** A signed delivery about something that exists in the world. */
  delivery(event: string, action: string, subject: DeliverySubject = {}): Delivery {
    return createDelivery(this.site(), event, action, subject);
  }

  /** A signed delivery of any payload, also a broken one; `secret` for a wrong signature. */
  rawDelivery(
    event: string,
    payload: Readonly<Record<string, unknown>>,
    id: string,
    secret = this.app.webhookSecret,
  ): Delivery {
    return signDelivery(secret, event, payload, id);
  }

  deliver(serverUrl: string, delivery: Delivery): Promise<{ readonly status: number; readonly text: string }> {
    return postDelivery(serverUrl, delivery);
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
  }

  private site(): Site {
    return { state: this.state, apiUrl: this.url, webUrl: this.url };
  }

  private repository(fullName: string): RepositoryState {
    const repository = findRepository(this.state, fullName);
    if (repository === undefined) throw new Error(`the world has no repository "${fullName}"`);
    return repository;
  }
}
