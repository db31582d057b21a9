import type { Log } from './review/index.js';

/** The command says what happened in its result; it keeps no log beside it. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
