import type { ToolFinding, Weight } from '../check.js';

/**
 * Our selection: what is plainly wrong (`correctness`), and single rules of other groups that find mistakes. Nothing about
 * style. No plug-in that reads other files, and none of the change.
 */
export const OXLINT_CONFIGURATION = {
  plugins: ['typescript', 'unicorn', 'oxc', 'promise', 'react'],
  categories: { correctness: 'warn' },
  rules: {
    'no-unexpected-multiline': 'warn',
    'no-unmodified-loop-condition': 'warn',
    'no-implied-eval': 'warn',
    'no-self-compare': 'warn',
    'no-fallthrough': 'warn',
    'no-prototype-builtins': 'off',
    'array-callback-return': 'warn',
    'no-template-curly-in-string': 'warn',
    'oxc/misrefactored-assign-op': 'warn',
    'oxc/approx-constant': 'off',
    'unicorn/no-array-fill-with-reference-type': 'warn',
    'unicorn/no-accessor-recursion': 'warn',
    'react/jsx-no-script-url': 'warn',
    'react/jsx-no-target-blank': 'warn',
    'react/rules-of-hooks': 'warn',
    // Style, or a matter of taste.
    'no-control-regex': 'off',
    'no-empty-pattern': 'off',
    'no-eval': 'off',
    'unicorn/no-empty-file': 'off',
    'unicorn/no-new-array': 'off',
    'unicorn/no-useless-spread': 'off',
    'unicorn/no-useless-length-check': 'off',
    'unicorn/prefer-set-size': 'off',
    'unicorn/prefer-string-starts-ends-with': 'off',
    'unicorn/no-thenable': 'off',
    'typescript/no-this-alias': 'off',
    'typescript/triple-slash-reference': 'off',
    'typescript/prefer-namespace-keyword': 'off',
    'typescript/no-useless-empty-export': 'off',
    'promise/no-callback-in-promise': 'off',
    'react/exhaustive-deps': 'off',
    'react/no-this-in-sfc': 'off',
  },
} as const;

const ORDINARY: Weight = { severity: 'medium', category: 'correctness' };
/** The file cannot run at all, unless it is in a dialect that the tool does not read. */
const UNREADABLE: Weight = { severity: 'medium', category: 'correctness' };

/** Where a rule is not an ordinary mistake. */
const WEIGHTS: Readonly<Record<string, Weight>> = {
  'no-const-assign': { severity: 'high', category: 'correctness' },
  'no-dupe-keys': { severity: 'medium', category: 'correctness' },
  'no-unreachable': { severity: 'low', category: 'correctness' },
  'no-debugger': { severity: 'medium', category: 'maintainability' },
  'no-implied-eval': { severity: 'high', category: 'security' },
  'jsx-no-script-url': { severity: 'medium', category: 'security' },
  'jsx-no-target-blank': { severity: 'low', category: 'security' },
  'no-async-promise-executor': { severity: 'medium', category: 'error_handling' },
  'no-unsafe-finally': { severity: 'medium', category: 'error_handling' },
  'no-fallthrough': { severity: 'low', category: 'correctness' },
  'array-callback-return': { severity: 'low', category: 'correctness' },
  'no-unmodified-loop-condition': { severity: 'low', category: 'correctness' },
  'no-constant-condition': { severity: 'low', category: 'correctness' },
  'no-template-curly-in-string': { severity: 'low', category: 'correctness' },
  'only-used-in-recursion': { severity: 'info', category: 'maintainability' },
  'no-unused-vars': { severity: 'info', category: 'maintainability' },
  'no-unused-expressions': { severity: 'info', category: 'maintainability' },
  'no-unused-labels': { severity: 'info', category: 'maintainability' },
  'no-unused-private-class-members': { severity: 'info', category: 'maintainability' },
  'no-unassigned-vars': { severity: 'low', category: 'correctness' },
  'no-useless-catch': { severity: 'info', category: 'maintainability' },
  'no-useless-escape': { severity: 'info', category: 'maintainability' },
  'no-useless-rename': { severity: 'info', category: 'maintainability' },
  'no-useless-fallback-in-spread': { severity: 'info', category: 'maintainability' },
  'no-unnecessary-await': { severity: 'info', category: 'maintainability' },
  'no-extra-boolean-cast': { severity: 'info', category: 'maintainability' },
  'no-shadow-restricted-names': { severity: 'info', category: 'maintainability' },
  'no-empty-static-block': { severity: 'info', category: 'maintainability' },
  'no-irregular-whitespace': { severity: 'info', category: 'maintainability' },
  'no-wrapper-object-types': { severity: 'info', category: 'types' },
  'prefer-as-const': { severity: 'info', category: 'types' },
  'no-unsafe-declaration-merging': { severity: 'low', category: 'types' },
  'no-extra-non-null-assertion': { severity: 'info', category: 'types' },
  'no-unnecessary-parameter-property-assignment': { severity: 'info', category: 'maintainability' },
};

type Words = Omit<ToolFinding, 'places'>;

/** The words of a diagnostic. `code` is `plugin(rule)`, or null when the file could not be parsed. */
export function toToolWords(code: string | null, message: string, help: string | null): Words {
  if (code === null) {
    const body = `${sentence(message)} The tool cannot read this file, so nothing else in it was checked.`;
    return { ruleId: 'syntax-error', ...UNREADABLE, title: `Syntax error: ${message}`, body };
  }
  const ruleId = /\((?<rule>[^)]+)\)$/.exec(code)?.groups?.rule ?? code;
  const body = [sentence(message), help === null ? '' : sentence(help)].join(' ');
  return { ruleId, ...(WEIGHTS[ruleId] ?? ORDINARY), title: message, body };
}

function sentence(text: string): string {
  return /[.!?]\s*$/.test(text) ? text : `${text}.`;
}
