/** What is remembered: in a database when one is given, else in this process only. */
export { type Database, type DatabasePlace, openDatabase } from './database/open-database.js';
export { visitDatabase } from './database/visit-database.js';
export type { GivenUpReason } from './engine/intake.js';
export { openIntentQueue } from './engine/open-intent-queue.js';
export { createMemoryIntentQueue } from './memory/intent-queue.js';
export { createMemoryJournal, createMemoryJournals } from './memory/journal.js';
export { createMemoryRecordStore } from './memory/record-store.js';
export { createMemoryRunSlots } from './memory/run-slots.js';
export { ringOnce } from './store/bell.js';
export { browseRecords, type RecordBrowser } from './store/browse-records.js';
export { expireJournal, keepExpiring } from './store/expire-journal.js';
export type { Message } from './store/messages.js';
export { openStore } from './store/open-store.js';
export { shareRunSlots } from './store/shared-run-slots.js';
