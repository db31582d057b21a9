import { PlumblineError } from '../errors.js';
import { compilePathGlob } from './path-glob.js';

/** What `{a,b}` lists may multiply to in one glob. */
export const MAX_GLOB_VARIANTS = 64;
const INNERMOST_LIST = /\{([^{}]*,[^{}]*)\}/;

type Matcher = { readonly matches: (path: string) => boolean; readonly isIncluding: boolean };

/**
 * Compile the globs of a setting into one question. They are about the whole path (`docs/**`, `**` + `/*.svg`), know `*`, `**`,
 * `?`, `[a-z]` and `{a,b}`, and match dot files too; one that ends with a slash means the whole folder.
 * The last glob that matches decides, and one that begins with `!` takes paths out again: read as "everything but", as
 * glob libraries read a lone `!glob`, one such line would hide a whole change.
 * @throws PlumblineError `invariant_broken` for a glob that `isReasonableGlob` refuses; the settings' schema asks it first.
 */
export function createGlobSet(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map(compile);
  return (path) => matchers.findLast(({ matches }) => matches(path))?.isIncluding ?? false;
}

/** Whether the lists of a glob multiply to no more than `MAX_GLOB_VARIANTS`. */
export function isReasonableGlob(glob: string): boolean {
  return expandLists(glob) !== null;
}

function compile(glob: string): Matcher {
  const isIncluding = !glob.startsWith('!');
  const positive = (isIncluding ? glob : glob.slice(1)).replace(/^(?:\.?\/)+/, '').replace(/\/$/, '/**');
  const variants = expandLists(positive)?.map(compilePathGlob);
  if (variants === undefined)
    throw new PlumblineError('invariant_broken', { what: `an unreasonable glob "${glob}" was not refused` });
  return { matches: (path) => variants.some((matches) => matches(path)), isIncluding };
}

function expandLists(glob: string): readonly string[] | null {
  let variants = [glob];
  while (variants.some((variant) => INNERMOST_LIST.test(variant))) {
    variants = variants.flatMap(expandOnce);
    if (variants.length > MAX_GLOB_VARIANTS) return null;
  }
  return variants;
}

function expandOnce(variant: string): readonly string[] {
  const list = INNERMOST_LIST.exec(variant);
  if (list === null) return [variant];
  const after = variant.slice(list.index + list[0].length);
  return (list[1] ?? '').split(',').map((choice) => `${variant.slice(0, list.index)}${choice}${after}`);
}
