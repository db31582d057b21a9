import type { Freshness } from '../model/coverage.js';
import type { Movement } from '../model/target.js';

const FRESHNESS: Readonly<Record<Movement['kind'], Freshness>> = {
  unmoved: 'current',
  moved: 'stale',
  unreadable: 'unknown',
};

/** Say whether base and head still are what was reviewed. What could not be read again is unknown, never current. */
export function freshnessOf(movement: Movement): Freshness {
  return FRESHNESS[movement.kind];
}
