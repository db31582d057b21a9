import { it } from '@jest/globals';

/**
 * Tests that start many processes, wait for leases to run out, or take very large changes: minutes that nobody should wait for at each
 * change. CI runs them (`CI=true`), and so does `CI=true npm test`.
 */
export const itInLongMode = process.env.CI === undefined || process.env.CI === 'false' ? it.skip : it;
