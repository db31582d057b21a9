import { type Finding, type Location, maskSecrets } from '../../review/index.js';
import { hasLines } from './finding-order.js';

/** What paths are relative to. Where that folder lies is the reader's to know, so the log gives it no address. */
export const ROOT = 'SRCROOT';

export type SarifLocation = {
  readonly id?: number;
  readonly message?: { readonly text: string };
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region?: { readonly startLine: number; readonly endLine: number };
  };
};

/** A path as a relative URI; null when it names no file below the root, as a path that a reviewer made up may. */
function toUri(path: string, secrets: readonly string[]): string | null {
  const segments = maskSecrets(path, secrets).split('/');
  const isBelowRoot = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return isBelowRoot ? segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/') : null;
}

/** A place in a file, or the file alone where there is no line. Empty where there is no such file. */
export function locationsOf(path: string, lines: Location | null, secrets: readonly string[]): SarifLocation[] {
  const uri = toUri(path, secrets);
  if (uri === null) return [];
  const artifactLocation = { uri, uriBaseId: ROOT };
  if (lines === null || !hasLines(lines)) return [{ physicalLocation: { artifactLocation } }];
  const { startLine, endLine } = lines;
  return [{ physicalLocation: { artifactLocation, region: { startLine, endLine } } }];
}

/** Where else the same defect stands, numbered from 1. */
export function relatedLocations({ additionalLocations }: Finding, secrets: readonly string[]): SarifLocation[] {
  return additionalLocations
    .flatMap((location) => locationsOf(location.path, location, secrets))
    .map((location, index) => ({ id: index + 1, message: { text: 'Another place of the same defect.' }, ...location }));
}
