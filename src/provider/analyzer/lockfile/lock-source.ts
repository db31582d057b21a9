/** Where an entry comes from. */
export type LockSource =
  | {
      readonly kind: 'web';
      readonly host: string;
      readonly isPlain: boolean;
      readonly secret: string | null;
      readonly path: string;
    }
  | { readonly kind: 'git'; readonly host: string }
  | { readonly kind: 'file' }
  /** Left to the package manager, or part of the same repository. */
  | { readonly kind: 'usual' };

/** `registry+`, `sparse+` of cargo; `tarball+` and the like do not change where it comes from. */
const WRAPPER = /^(?:registry|sparse|tarball|url|legacy)\+/i;
const GIT = /^(?:git(?:\+[a-z]+)?:|git@|ssh:|github:|gitlab:|bitbucket:|gist:)/i;
const OWN = /^(?:npm|workspace|patch|virtual|link|portal):/i;

/** Read a source as it stands in a lock file. */
export function readSource(written: string): LockSource {
  const text = written.trim().replace(WRAPPER, '');
  if (OWN.test(text)) return { kind: 'usual' };
  if (GIT.test(text) || /\.git(?:#|$)/.test(text)) return { kind: 'git', host: gitHost(text) };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return { kind: 'file' };
  const secret = url.password || url.username || null;
  return { kind: 'web', host: url.host, isPlain: url.protocol === 'http:', secret, path: url.pathname };
}

function gitHost(text: string): string {
  const [, scp] = /^git@([^:/]+)[:/]/.exec(text) ?? [];
  if (scp !== undefined) return scp;
  const address = text.replace(/^git\+/i, '');
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host === '' ? (/^[a-z]+/i.exec(text)?.[0] ?? 'git') : host;
}
