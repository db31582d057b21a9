import { canonicalJson, digestOf } from '../digest.js';
import type { Category } from '../model/finding.js';
import { normaliseTitle } from './title-similarity.js';

/** Raised whenever the same finding would get another digest. */
const IDENTITY_VERSION = 1;

/** Digest of what is wrong: path, category and title, freed of spelling. Equal for the same defect at several places. */
export function groupKeyOf(path: string, category: Category, title: string): string {
  return digestOf(canonicalJson(['group', IDENTITY_VERSION, path, category, normaliseTitle(title)]));
}

/** Digest of what is wrong where: the group, the quoted lines, and which of equal places it is. Line numbers do not count. */
export function fingerprintOf(groupKey: string, quoted: readonly string[], occurrence: number): string {
  return digestOf(canonicalJson(['finding', IDENTITY_VERSION, groupKey, quoted, occurrence]));
}
