import { RECHECK_AFTER_MS } from '../limits.js';
import type { CallState } from './call-state.js';
import { CallStopped } from './call-stopped.js';
import { describeMovement } from './describe-end.js';

/**
 * Look at the target again before pages are served, when the last look is too long ago. A target that moved ends the call; one
 * that cannot be read is looked at again the next time, and at the end of the run in any case.
 */
export async function checkMovement(call: CallState): Promise<void> {
  const { clock, recheck } = call.deps;
  if (clock.now() - call.lastCheckedAtMs <= RECHECK_AFTER_MS) return;
  const movement = await call.deadline.run(() => recheck());
  if (movement.kind === 'moved') throw new CallStopped('failed', describeMovement(movement));
  if (movement.kind === 'unmoved') call.lastCheckedAtMs = clock.now();
}
