import type { CallFailure, CallOutcome } from '../model/call.js';

/** Unwinds a call that cannot go on. Never leaves this folder: `runCall` turns it into a result. */
export class CallStopped extends Error {
  override readonly name = 'CallStopped';

  constructor(
    readonly outcome: Exclude<CallOutcome, 'assessed'>,
    readonly failure: CallFailure,
  ) {
    super(failure.message);
  }
}
