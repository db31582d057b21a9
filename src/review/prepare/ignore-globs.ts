import { PlumblineError } from '../errors.js';
import { compilePathGlob } from './path-glob.js';

/** What `{a,b}` lists may multiply to in one glob. */
const MAX_VARIANTS = 64;
const INNERMOST_LIST = /\{([^{}]*,[^{}]*)\}/;

type Matcher = { readonly matches: (path: string) => boolean; readonly isIgnoring: boolean };

/**
 * Compile the settings' `ignore` globs into one question. They are about the whole path (`docs/**`, `**` + `/*.svg`), know
 * `*`, `**`, `?`, `[a-z]` and `{a,b}`, and match dot files too; one that ends with a slash means the whole folder.
 * The last glob that matches decides, and one that begins with `!` takes files out again: read as "everything but", as
 * glob libraries read a lone `!glob`, one such line would hide a whole change.
 * @throws PlumblineError `configuration_invalid` for a glob whose lists multiply beyond reason.
 */
export function createIgnore(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map(compile);
  return (path) => matchers.findLast(({ matches }) => matches(path))?.isIgnoring ?? false;
}

function compile(glob: string): Matcher {
  const isIgnoring = !glob.startsWith('!');
  const positive = (isIgnoring ? glob : glob.slice(1)).replace(/^(?:\.?\/)+/, '').replace(/\/$/, '/**');
  const variants = expandLists(glob, positive).map(compilePathGlob);
  return { matches: (path) => variants.some((matches) => matches(path)), isIgnoring };
}

function expandLists(glob: string, positive: string): readonly string[] {
  let variants = [positive];
  while (variants.some((variant) => INNERMOST_LIST.test(variant))) {
    variants = variants.flatMap(expandOnce);
    if (variants.length > MAX_VARIANTS) {
      const problem = `the ignore glob "${glob}" stands for more than ${MAX_VARIANTS} globs; write some of its lists out`;
      throw new PlumblineError('configuration_invalid', { problem });
    }
  }
  return variants;
}

function expandOnce(variant: string): readonly string[] {
  const list = INNERMOST_LIST.exec(variant);
  if (list === null) return [variant];
  const after = variant.slice(list.index + list[0].length);
  return (list[1] ?? '').split(',').map((choice) => `${variant.slice(0, list.index)}${choice}${after}`);
}
