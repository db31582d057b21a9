import type { Location, Severity } from '../model/finding.js';
import { compareForMerge, compareLocations } from './canonical-order.js';
import { type Draft, decideShown } from './draft-finding.js';
import { severityRank } from './severity-rank.js';
import { SAME_TITLE, titleSimilarity, titleTokens } from './title-similarity.js';

type Member = { readonly draft: Draft; readonly tokens: ReadonlySet<string> };
/** The first member leads: others are compared with it alone, so that a chain of neighbours cannot join strangers. */
type Cluster = { readonly leader: Member; readonly others: Member[] };

/**
 * Join what is said twice of one place in one run. Every draft comes out: the first of a cluster with the union of what
 * the others add, each other one as a withheld duplicate. Agreement is decided by code alone and whatever the order.
 */
export function mergeDuplicates(drafts: readonly Draft[], minimumSeverity: Severity): readonly Draft[] {
  const clustersOfPath = new Map<string, Cluster[]>();
  for (const draft of drafts.toSorted(compareForMerge)) {
    const clusters = clustersOfPath.get(draft.path) ?? [];
    clustersOfPath.set(draft.path, clusters);
    const member = { draft, tokens: titleTokens(draft.title) };
    const home = clusters.find(({ leader }) => isSameDefect(leader, member));
    if (home) home.others.push(member);
    else clusters.push({ leader: member, others: [] });
  }
  return [...clustersOfPath.values()].flat().flatMap((cluster) => mergeCluster(cluster, minimumSeverity));
}

function isSameDefect(left: Member, right: Member): boolean {
  if (!isSamePlace(left.draft.location, right.draft.location)) return false;
  return left.draft.groupKey === right.draft.groupKey || titleSimilarity(left.tokens, right.tokens) >= SAME_TITLE;
}

/** Overlapping or neighbouring lines of one path; no line and no line are the same place too. */
function isSamePlace(left: Location | null, right: Location | null): boolean {
  if (left === null || right === null) return left === right;
  return left.startLine <= right.endLine + 1 && right.startLine <= left.endLine + 1;
}

function mergeCluster({ leader, others }: Cluster, minimumSeverity: Severity): readonly Draft[] {
  if (others.length === 0) return [leader.draft];
  const duplicates = others.map(({ draft }) => draft);
  const kept = joinDrafts(leader.draft, duplicates);
  return [
    { ...kept, decision: decideShown(kept, minimumSeverity) },
    ...duplicates.map((draft): Draft => ({ ...draft, decision: { state: 'withheld', reason: 'duplicate' } })),
  ];
}

function joinDrafts(first: Draft, others: readonly Draft[]): Draft {
  const all = [first, ...others];
  return {
    ...first,
    severity: all.map(({ severity }) => severity).reduce(worse),
    confidence: Math.max(...all.map(({ confidence }) => confidence)),
    body: all.map(({ body }) => body).reduce((best, body) => (body.length > best.length ? body : best)),
    trigger: all.find(({ trigger }) => trigger !== null)?.trigger ?? null,
    rule: (all.find(({ rule }) => rule?.isVerified) ?? all.find(({ rule }) => rule !== null))?.rule ?? null,
    additionalLocations: otherPlaces(first.location, all),
    support: [...new Set(all.flatMap(({ support }) => support))].sort(),
  };
}

function worse(left: Severity, right: Severity): Severity {
  return severityRank(left) <= severityRank(right) ? left : right;
}

function otherPlaces(own: Location | null, drafts: readonly Draft[]): readonly Location[] {
  const places = drafts.flatMap(({ location, additionalLocations }) => [location, ...additionalLocations]);
  const keyOf = (place: Location) => `${place.startLine}-${place.endLine} ${place.path}`;
  const byKey = new Map(places.flatMap((place) => (place === null ? [] : [[keyOf(place), place]])));
  if (own !== null) byKey.delete(keyOf(own));
  return [...byKey.values()].sort(compareLocations);
}
