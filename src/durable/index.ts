/** What is remembered: in a database when one is given, else in this process only. */
export { type Database, type DatabasePlace, openDatabase } from './database/open-database.js';
export { openIntentQueue } from './engine/open-intent-queue.js';
export { createMemoryIntentQueue } from './memory/intent-queue.js';
export { createMemoryJournal, createMemoryJournals } from './memory/journal.js';
export { createMemoryRecordStore } from './memory/record-store.js';
export { createMemoryRunSlots } from './memory/run-slots.js';
export { openStore } from './store/open-store.js';
export { hearStops, shareRunSlots } from './store/shared-run-slots.js';
