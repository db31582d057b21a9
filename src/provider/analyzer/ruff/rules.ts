import type { Weight } from '../check.js';

/** Ruff's word for a file that is no Python. */
export const SYNTAX_ERROR = 'invalid-syntax';

/**
 * Our selection: names and formats that are wrong (F), likely bugs (B), security (S), errors (PLE). Nothing about style, and
 * nothing that ordinary code does all the time (asserts in tests, subprocess calls with a fixed list).
 */
export const RUFF_CONFIGURATION = {
  'target-version': 'py314',
  lint: {
    select: [
      'F',
      'E9',
      'PLE',
      'B002',
      'B003',
      'B004',
      'B005',
      'B006',
      'B008',
      'B012',
      'B014',
      'B015',
      'B016',
      'B018',
      'B020',
      'B021',
      'B022',
      'B023',
      'B025',
      'B026',
      'B029',
      'B030',
      'B031',
      'B032',
      'B033',
      'B035',
      'B039',
      'S102',
      'S103',
      'S105',
      'S106',
      'S107',
      'S201',
      'S202',
      'S301',
      'S302',
      'S306',
      'S307',
      'S314',
      'S323',
      'S324',
      'S501',
      'S502',
      'S503',
      'S506',
      'S507',
      'S508',
      'S509',
      'S602',
      'S604',
      'S605',
      'S608',
      'S609',
      'S611',
      'S612',
      'S701',
      'S702',
      'PLW0127',
      'PLW0129',
      'PLW0245',
      'PLW0711',
      'PLR0124',
      'RUF006',
      'ASYNC210',
      'ASYNC251',
      'T100',
      'E711',
      'E722',
    ],
    // A star import hides names from the tool: its guesses are no findings.
    ignore: ['F403', 'F405'],
  },
};

const ORDINARY: Weight = { severity: 'medium', category: 'correctness' };
const UNSAFE: Weight = { severity: 'medium', category: 'security' };
const TIDY: Weight = { severity: 'info', category: 'maintainability' };

/** By the longest prefix of a rule's name that stands here. */
const WEIGHTS: Readonly<Record<string, Weight>> = {
  // The file cannot run at all, unless it is a template or an older Python.
  [SYNTAX_ERROR]: ORDINARY,
  F: ORDINARY,
  F401: TIDY,
  F541: TIDY,
  F811: { severity: 'low', category: 'maintainability' },
  F841: TIDY,
  F842: TIDY,
  F821: { severity: 'high', category: 'correctness' },
  F822: { severity: 'low', category: 'correctness' },
  B: ORDINARY,
  B008: { severity: 'low', category: 'correctness' },
  B018: TIDY,
  B023: { severity: 'low', category: 'correctness' },
  B033: TIDY,
  S: UNSAFE,
  S102: { severity: 'high', category: 'security' },
  S103: { severity: 'low', category: 'security' },
  S105: { severity: 'low', category: 'security' },
  S106: { severity: 'low', category: 'security' },
  S107: { severity: 'low', category: 'security' },
  S307: { severity: 'high', category: 'security' },
  S314: { severity: 'low', category: 'security' },
  S324: { severity: 'low', category: 'security' },
  S501: { severity: 'high', category: 'security' },
  S506: { severity: 'high', category: 'security' },
  S602: { severity: 'high', category: 'security' },
  S604: { severity: 'low', category: 'security' },
  S605: { severity: 'low', category: 'security' },
  S608: { severity: 'medium', category: 'security' },
  E711: { severity: 'info', category: 'correctness' },
  E722: { severity: 'low', category: 'error_handling' },
  PLE0704: { severity: 'low', category: 'error_handling' },
  RUF006: { severity: 'low', category: 'concurrency' },
  ASYNC: { severity: 'medium', category: 'concurrency' },
  T100: { severity: 'medium', category: 'maintainability' },
};

/** Tests use made-up passwords and unsafe calls on purpose. */
const PLAY_IN_TESTS = /^S(?!501|506)/;

/** What a rule stands for; in a test, what only matters in earnest is information. */
export function weightOf(ruleId: string, isTest: boolean): Weight {
  const weight = weightOfRule(ruleId);
  return isTest && PLAY_IN_TESTS.test(ruleId) ? { ...weight, severity: 'info' } : weight;
}

function weightOfRule(ruleId: string): Weight {
  for (let length = ruleId.length; length > 0; length -= 1) {
    const weight = WEIGHTS[ruleId.slice(0, length)];
    if (weight !== undefined) return weight;
  }
  return ORDINARY;
}

/** A stub declares and does not run: names may come later in it, and bodies do nothing. */
export function isForStubs(ruleId: string): boolean {
  return ruleId === SYNTAX_ERROR || /^(?:PLE|F6|F7)/.test(ruleId);
}
