import { PlumblineError } from '../../review/index.js';
import { type Outcome, TOKEN_REFUSED } from './check-api.js';

const CHECKS_PERMISSION_HELP =
  'give the App the repository permission "Checks: read and write" and accept it in the installation';

const TOKEN_HELP = 'check that the App is still installed there and not suspended';

/** Nobody knows what became of a write, and nothing was asked of us. */
export const DOUBTFUL = { kind: 'doubtful', status: null, retryAtMs: 0 } as const;

/** Throw what a request that cannot go on now means for a person: `provider_denied` or `provider_failed`, the latter with `retryAtMs` when the same may succeed later. */
export function failWith(outcome: Outcome, request: string): never {
  const status = outcome.kind === 'done' ? null : outcome.status;
  const facts = { status: status ?? 'nothing usable', request };
  if (outcome.kind === 'denied') {
    const help = status === TOKEN_REFUSED ? TOKEN_HELP : CHECKS_PERMISSION_HELP;
    throw new PlumblineError('provider_denied', facts, { help });
  }
  if (outcome.kind === 'refused') throw new PlumblineError('provider_failed', facts);
  throw new PlumblineError('provider_failed', { ...facts, retryAtMs: 'retryAtMs' in outcome ? outcome.retryAtMs : 0 });
}
