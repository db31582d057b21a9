/** What is remembered: today in this process only. */
export { createMemoryIntentQueue } from './memory-intent-queue.js';
export { createMemoryRunSlots } from './memory-run-slots.js';
