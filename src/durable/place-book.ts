import type { RunTerms, StopReason } from '../review/index.js';

/** A delivery's place at its record, from before anything was read until everything is written. */
export type Place = {
  readonly record: string;
  readonly controller: AbortController;
  /** Stops that came since, oldest first. */
  readonly stops: StopReason[];
  /** Null until its run is accepted. */
  terms: RunTerms | null;
  /** It runs, waits for a free slot, or has run. */
  hasBegun: boolean;
};

/** The places that are taken. A record without any takes no memory. */
export function createPlaceBook() {
  const places = new Map<string, Set<Place>>();
  const of = (record: string): readonly Place[] => [...(places.get(record) ?? [])];

  function add(record: string): Place {
    const place: Place = { record, controller: new AbortController(), stops: [], terms: null, hasBegun: false };
    places.set(record, (places.get(record) ?? new Set()).add(place));
    return place;
  }

  function remove(place: Place): void {
    const taken = places.get(place.record);
    taken?.delete(place);
    if (taken?.size === 0) places.delete(place.record);
  }

  return {
    add,
    remove,
    of,
    others: (place: Place): readonly Place[] => of(place.record).filter((other) => other !== place),
    all: (): readonly Place[] => [...places.keys()].flatMap(of),
  };
}
