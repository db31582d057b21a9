/**
 * Comments by which a change could silence a tool. Each replacement has the same length, so that no line and no column
 * moves; what is no comment (a string that holds such words) changes its letters and nothing else.
 */
const SCRIPT_DIRECTIVE = /(eslint|oxlint)-(?=disable|enable)/gi;
/** Its parser keeps quiet about the mistakes of a file that says so, and about all else in it. */
const FLOW_PRAGMA = /@flow/gi;
/** Both count anywhere behind a `#`. What may stand between the name and its colon is not ours to know. */
const PYTHON_COMMENT = /#[^\r\n]*/g;
const PYTHON_DIRECTIVES: readonly (readonly [RegExp, string])[] = [
  [/noqa/gi, 'n_qa'],
  [/ruff/gi, 'r_ff'],
];

/** Take the effect from `eslint-disable`, `oxlint-disable` and their kin, and from `@flow`. */
export function neutralizeScriptDirectives(text: string): string {
  return text.replace(SCRIPT_DIRECTIVE, '$1_').replace(FLOW_PRAGMA, '@f_ow');
}

/** Take the effect from `noqa`, `ruff: noqa`, `flake8: noqa`, `ruff: ignore[…]` and their kin. */
export function neutralizePythonDirectives(text: string): string {
  return text.replace(PYTHON_COMMENT, (comment) =>
    PYTHON_DIRECTIVES.reduce((left, [directive, instead]) => left.replace(directive, instead), comment),
  );
}
