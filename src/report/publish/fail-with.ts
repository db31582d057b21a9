import { PlumblineError } from '../../review/index.js';
import type { Outcome } from './check-api.js';

const CHECKS_PERMISSION_HELP =
  'give the App the repository permission "Checks: read and write" and accept it in the installation';

/** Throw what a request that cannot go on means for a person: `provider_denied` or `provider_failed`. */
export function failWith(outcome: Outcome, request: string): never {
  const status = outcome.kind === 'done' ? null : outcome.status;
  const facts = { status: status ?? 'nothing usable', request };
  if (outcome.kind === 'denied') throw new PlumblineError('provider_denied', facts, { help: CHECKS_PERMISSION_HELP });
  throw new PlumblineError('provider_failed', facts);
}
