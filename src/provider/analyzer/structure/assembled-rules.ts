import type { StructureRule } from './rules.js';
import { argumentOf, insertsOf, isAssembledText, isFixedText, type Node } from './syntax.js';

const STARTS_PROGRAMS = /\bchild_process\b|\bshelljs\b/;
const SQL_STATEMENT =
  /^[`'"\s(]*(?:select\s[\s\S]*\bfrom\b|insert\s+into\b|update\s[\s\S]*\bset\b|delete\s+from\b|with\s[\s\S]*\bas\b|(?:drop|alter|create)\s+(?:table|view|index|database|schema|user)\b)/i;
/** Parts of a statement that cannot be parameters, and lists of placeholders: usually names from the code itself. */
const STATEMENT_PART =
  /placeholder|table|column|field|schema|order|direction|where|clause|condition|limit|offset|sql|join|returning/i;
const QUOTES_ITSELF = /escape|quote|saniti[sz]e|purif|encode|identifier|JSON\.stringify/i;

/** Texts that another language reads: a shell, a database, a browser, the interpreter itself. */
export const ASSEMBLED_RULES: readonly StructureRule[] = [
  {
    ruleId: 'shell-command-from-text',
    severity: 'high',
    category: 'security',
    title: 'Shell command put together from text',
    body: 'Whatever stands in the inserted value is read by the shell, also `;` and `$()`. Start the program with a list of arguments and without a shell (`execFile`, `spawn`).',
    candidates: {
      kind: 'call_expression',
      has: {
        field: 'function',
        regex: '^(?:(?:child_process|childProcess|cp|shell|shelljs)\\.)?(?:exec|execSync|execAsync)$',
      },
    },
    isDefect: (call, text) => STARTS_PROGRAMS.test(text) && isUnsafeText(argumentOf(call, 0)),
  },
  {
    ruleId: 'sql-from-text',
    severity: 'high',
    category: 'security',
    title: 'SQL statement put together from text',
    body: 'A value inserted into the text of a statement can change the statement. Pass values as parameters and leave placeholders in the text.',
    candidates: {
      kind: 'call_expression',
      has: {
        field: 'function',
        regex: '\\.(?:query|execute|raw|run|all|get|each|prepare|\\$queryRawUnsafe|\\$executeRawUnsafe)$',
      },
    },
    isDefect: (call) => isUnsafeStatement(argumentOf(call, 0)),
  },
  {
    ruleId: 'code-from-text',
    severity: 'high',
    category: 'security',
    title: 'Text run as code',
    body: 'Whoever controls the text runs code here. Parse the text, or look the function up in a table of known ones.',
    candidates: {
      any: [
        {
          kind: 'call_expression',
          has: { field: 'function', regex: '^(?:(?:window|globalThis|global|self)\\.)?eval$' },
        },
        { kind: 'new_expression', has: { field: 'constructor', regex: '^Function$' } },
      ],
    },
    isDefect: (node) => hasOpenArgument(node),
  },
  {
    ruleId: 'html-from-text',
    severity: 'medium',
    category: 'security',
    title: 'HTML put together from text',
    body: 'Markup in the inserted value becomes part of the page, scripts too. Set `textContent`, or clean the value first.',
    candidates: {
      any: [
        {
          any: [{ kind: 'assignment_expression' }, { kind: 'augmented_assignment_expression' }],
          has: { field: 'left', regex: '\\.(?:innerHTML|outerHTML)$' },
        },
        {
          kind: 'call_expression',
          has: { field: 'function', regex: '(?:\\.insertAdjacentHTML|^document\\.write(?:ln)?)$' },
        },
      ],
    },
    isDefect: (node) => isUnsafeMarkup(node.kind() === 'call_expression' ? lastArgumentOf(node) : node.field('right')),
  },
];

function isUnsafeText(node: Node | null): boolean {
  return node !== null && isAssembledText(node) && !insertsOf(node).every(isHarmless);
}

function isUnsafeStatement(node: Node | null): boolean {
  if (node === null || !SQL_STATEMENT.test(node.text())) return false;
  return isAssembledText(node) && insertsOf(node).some((insert) => !isHarmless(insert) && !isStatementPart(insert));
}

function isStatementPart(insert: Node): boolean {
  return STATEMENT_PART.test(insert.text());
}

/** Names in capitals are fixed by habit; numbers and quoting functions cannot break out. */
function isHarmless(insert: Node): boolean {
  const text = insert.text();
  return isFixedText(insert) || /^[A-Z][A-Z0-9_]*$/.test(text) || /^Number\(/.test(text) || QUOTES_ITSELF.test(text);
}

/** Only what is visibly assembled here: a variable alone may well be clean. */
function isUnsafeMarkup(node: Node | null): boolean {
  return isUnsafeText(node) && /<[a-z!/]/i.test(node?.text() ?? '');
}

function hasOpenArgument(node: Node): boolean {
  const last = lastArgumentOf(node);
  return last !== null && !isFixedText(last);
}

function lastArgumentOf(node: Node): Node | null {
  for (let index = 0; ; index += 1) {
    if (argumentOf(node, index + 1) === null) return argumentOf(node, index);
  }
}
