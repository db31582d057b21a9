import type { WorldState } from '../state.js';

/** Where links in an answer point. */
export type Site = {
  readonly state: WorldState;
  /** Root of the API, without a slash at the end. */
  readonly apiUrl: string;
  /** Root of web pages. */
  readonly webUrl: string;
};

export function nodeId(kind: string, id: number): string {
  return Buffer.from(`${kind}:${id}`).toString('base64');
}

/** Percent-encode a path, keeping its slashes. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
