import { type Clock, type Log, PlumblineError } from '../../review/index.js';
import type { CheckApi } from './check-api.js';
import { DOUBTFUL, failWith } from './fail-with.js';
import { type CheckStart, CREATE, createCheck, findCheck, type OpenedCheck } from './find-or-create.js';

/** A create that got no answer may need a moment to be listed. */
const LOOK_AFTER_MS = 1_000;

type OpenerInput = {
  readonly api: CheckApi;
  readonly check: { readonly runId: string; readonly name: string };
  readonly clock: Clock;
  readonly log: Log;
  /** The check may exist already: look before creating. */
  readonly isResumed: boolean;
};

/** Opens one run's check: one write, unless its own check is found. A doubtful create is followed by a look, never by a blind second create. */
export class CheckOpener {
  opened: OpenedCheck | null = null;
  private start: CheckStart | null = null;
  private opening: Promise<OpenedCheck> | null = null;
  private denial: PlumblineError | null = null;
  private mayExist: boolean;

  constructor(private readonly input: OpenerInput) {
    this.mayExist = input.isResumed;
  }

  /** Open the check. A second call joins the first, or tries again when that failed. */
  open({ headSha, isQueued }: { readonly headSha: string; readonly isQueued: boolean }): Promise<OpenedCheck> {
    this.start ??= {
      ...this.input.check,
      headSha,
      status: isQueued ? 'queued' : 'in_progress',
      startedAt: new Date(this.input.clock.now()).toISOString(),
      line: isQueued ? 'Queued' : 'Starting',
    };
    return this.openAgain();
  }

  /** The commit the check is for; null before `open`. */
  get headSha(): string | null {
    return this.start?.headSha ?? null;
  }

  /** The open check; opens it when an earlier call could not. */
  async openAgain(): Promise<OpenedCheck> {
    if (this.opened !== null) return this.opened;
    if (this.denial !== null) throw this.denial;
    if (this.start === null) {
      throw new PlumblineError('invariant_broken', { what: 'a check was completed before it was opened' });
    }
    this.opening ??= this.openOnce(this.start).finally(() => {
      this.opening = null;
    });
    this.opened = await this.opening;
    return this.opened;
  }

  private async openOnce(start: CheckStart): Promise<OpenedCheck> {
    try {
      const own = (await this.tryToOpen(start)) ?? (await this.tryToOpen(start)) ?? (await this.find(start));
      if (own === null) failWith(DOUBTFUL, CREATE);
      return own;
    } catch (error) {
      this.noteDenial(error);
      throw error;
    }
  }

  private async tryToOpen(start: CheckStart): Promise<OpenedCheck | null> {
    const found = this.mayExist ? await this.find(start) : null;
    if (found !== null) return found;
    this.mayExist = true;
    const created = await createCheck(this.input.api, start);
    if (created === null) {
      this.input.log.warn({ runId: start.runId }, 'check-create-doubtful');
      await this.input.clock.sleep(LOOK_AFTER_MS);
    }
    return created;
  }

  private find(start: CheckStart): Promise<OpenedCheck | null> {
    return findCheck(this.input.api, start);
  }

  /** Missing permissions are told once; no later call asks GitHub again. */
  private noteDenial(error: unknown): void {
    if (!(error instanceof PlumblineError) || error.code !== 'provider_denied') return;
    this.denial = error;
    this.input.log.error({ runId: this.input.check.runId, help: error.help }, 'check-refused');
  }
}
