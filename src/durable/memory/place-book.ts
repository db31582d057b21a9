import type { RunTerms, StopReason } from '../../review/index.js';

/** A delivery's place at its record, from before anything was read until everything is written. */
export type Place = {
  readonly record: string;
  /** Counted up in the order of the claims. */
  readonly order: number;
  /** On this machine's clock. */
  readonly claimedAtMs: number;
  readonly controller: AbortController;
  /** Stops that came since, oldest first. */
  readonly stops: StopReason[];
  /** Null until its run is accepted. */
  terms: RunTerms | null;
  /** It runs, waits for a free slot, or has run. */
  hasBegun: boolean;
  /** Given back. */
  isOver: boolean;
};

/**
 * The places that are taken, and those given back that an older one may still have to give way to. A record without any that is
 * taken takes no memory.
 */
export function createPlaceBook() {
  const places = new Map<string, Set<Place>>();
  let claims = 0;
  const known = (record: string): readonly Place[] => [...(places.get(record) ?? [])];
  const of = (record: string): readonly Place[] => known(record).filter(({ isOver }) => !isOver);

  function add(record: string): Place {
    claims += 1;
    const controller = new AbortController();
    const place: Place = {
      record,
      order: claims,
      claimedAtMs: Date.now(),
      controller,
      stops: [],
      terms: null,
      hasBegun: false,
      isOver: false,
    };
    places.set(record, (places.get(record) ?? new Set()).add(place));
    return place;
  }

  function remove(place: Place): void {
    place.isOver = true;
    const oldest = of(place.record)[0];
    const kept = known(place.record).filter(
      ({ isOver, order }) => !isOver || (oldest !== undefined && order > oldest.order),
    );
    if (oldest === undefined) places.delete(place.record);
    else places.set(place.record, new Set(kept));
  }

  return {
    add,
    remove,
    of,
    newer: (place: Place): readonly Place[] => known(place.record).filter(({ order }) => order > place.order),
    others: (place: Place): readonly Place[] => of(place.record).filter((other) => other !== place),
    all: (): readonly Place[] => [...places.keys()].flatMap(of),
  };
}
