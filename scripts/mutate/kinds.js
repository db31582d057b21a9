// What can be changed in one node of the syntax. A mutant keeps the range it stands for and the text that takes its place.
import ts from 'typescript';

const Kind = ts.SyntaxKind;
const OPERATORS = new Map([
  [Kind.EqualsEqualsEqualsToken, ['equality', '!==']],
  [Kind.ExclamationEqualsEqualsToken, ['equality', '===']],
  [Kind.LessThanToken, ['comparison', '<=', '>=']],
  [Kind.LessThanEqualsToken, ['comparison', '<', '>']],
  [Kind.GreaterThanToken, ['comparison', '>=', '<=']],
  [Kind.GreaterThanEqualsToken, ['comparison', '>', '<']],
  [Kind.AmpersandAmpersandToken, ['logic', '||']],
  [Kind.BarBarToken, ['logic', '&&']],
  [Kind.PlusToken, ['arithmetic', '-']],
  [Kind.MinusToken, ['arithmetic', '+']],
  [Kind.AsteriskToken, ['arithmetic', '/']],
  [Kind.SlashToken, ['arithmetic', '*']],
  [Kind.PercentToken, ['arithmetic', '*']],
  [Kind.PlusEqualsToken, ['arithmetic', '-=']],
  [Kind.MinusEqualsToken, ['arithmetic', '+=']],
]);
const SWAPPED_METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);
const DROPPED_METHODS = new Set(['filter', 'toSorted', 'sort', 'toReversed', 'trim', 'slice']);
const SEVERAL_WORDS = /\S\s+\S/;

/** The mutants that stand for exactly this node (not for the nodes inside it). */
export function mutantsOf(node, source) {
  const place = { node, source, text: (part) => part.getText(source) };
  return [operators, nullish, conditions, literals, removals, emptied, methods, optionalChain].flatMap((kind) =>
    kind(place),
  );
}

function mutant({ node, source }, kind, mutated, isStatement = false) {
  return { kind, start: node.getStart(source), end: node.getEnd(), mutated, isStatement };
}

function operators(place) {
  const { node, text } = place;
  if (!ts.isBinaryExpression(node)) return [];
  const [kind, ...others] = OPERATORS.get(node.operatorToken.kind) ?? [];
  if (kind === undefined || joinsText(node)) return [];
  const isAssignment = kind === 'arithmetic' && others[0].endsWith('=');
  const side = (part) => (isAssignment ? text(part) : `(${text(part)})`);
  return others.map((other) => mutant(place, kind, `${side(node.left)} ${other} ${side(node.right)}`));
}

function joinsText(node) {
  if (ts.isParenthesizedExpression(node)) return joinsText(node.expression);
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === Kind.PlusToken;
  return isSum && (joinsText(node.left) || joinsText(node.right));
}

function nullish(place) {
  const { node, text } = place;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== Kind.QuestionQuestionToken) return [];
  return [mutant(place, 'nullish', text(node.left)), mutant(place, 'nullish', text(node.right))];
}

/** A comparison is negated by its own operator already; a loop's condition becomes `false`, never an endless loop. */
function conditions(place) {
  const { node, text } = place;
  const { parent } = node;
  if (parent === undefined) return [];
  const isChoice =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  if (isChoice) return isComparison(node) ? [] : [mutant(place, 'condition', `!(${text(node)})`)];
  const isLoop =
    (ts.isWhileStatement(parent) && parent.expression === node) ||
    (ts.isForStatement(parent) && parent.condition === node);
  return isLoop && node.kind !== Kind.TrueKeyword ? [mutant(place, 'condition', 'false')] : [];
}

function isComparison(node) {
  if (!ts.isBinaryExpression(node)) return false;
  return ['equality', 'comparison'].includes(OPERATORS.get(node.operatorToken.kind)?.[0]);
}

function literals(place) {
  const { node } = place;
  if (node.parent !== undefined && 'name' in node.parent && node.parent.name === node) return [];
  if (node.kind === Kind.TrueKeyword) return [mutant(place, 'literal', 'false')];
  if (node.kind === Kind.FalseKeyword) return [mutant(place, 'literal', 'true')];
  if (ts.isNumericLiteral(node)) return [mutant(place, 'literal', otherNumber(Number(node.text.replaceAll('_', ''))))];
  if (!ts.isStringLiteral(node) || SEVERAL_WORDS.test(node.text)) return [];
  return [mutant(place, 'literal', node.text === '' ? "'mutated'" : "''")];
}

/** A small number is a step of an algorithm: the next one. A large one is a bound, which nobody notices by one: half of it. */
function otherNumber(value) {
  return String(value <= 10 ? value + 1 : Math.floor(value / 2));
}

function removals(place) {
  const { node } = place;
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [mutant(place, 'call removed', '', true)];
  const leaves = ts.isReturnStatement(node) || ts.isContinueStatement(node) || ts.isThrowStatement(node);
  return leaves && isUnderACondition(node) ? [mutant(place, 'exit removed', '', true)] : [];
}

function isCall(expression) {
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) return isCall(expression.expression);
  return ts.isCallExpression(expression) && expression.expression.kind !== Kind.SuperKeyword;
}

function isUnderACondition({ parent }) {
  return ts.isIfStatement(parent) || (ts.isBlock(parent) && ts.isIfStatement(parent.parent));
}

function emptied(place) {
  const { node } = place;
  const { parent } = node;
  if (parent === undefined) return [];
  const isGiven =
    (ts.isReturnStatement(parent) && parent.expression === node) ||
    (ts.isArrowFunction(parent) && parent.body === node);
  if (!isGiven) return [];
  const value = unwrapped(node);
  if (ts.isArrayLiteralExpression(value) && value.elements.length > 0) return [mutant(place, 'emptied', '[]')];
  if (ts.isObjectLiteralExpression(value) && value.properties.length > 0) return [mutant(place, 'emptied', '({})')];
  return [];
}

function unwrapped(node) {
  const isWrapped = ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node);
  return isWrapped ? unwrapped(node.expression) : node;
}

function methods({ node, source }) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name } = node.expression;
  const outer = wholeChain(node);
  const other = SWAPPED_METHODS.get(name.text);
  if (other !== undefined) {
    return [within(outer, source, 'method', { start: name.getStart(source), end: name.getEnd(), text: other })];
  }
  if (!DROPPED_METHODS.has(name.text)) return [];
  const start = node.expression.expression.getEnd();
  return [within(outer, source, 'method', { start, end: node.getEnd(), text: '' })];
}

function optionalChain({ node, source }) {
  const token = node.questionDotToken;
  if (token === undefined) return [];
  const text = ts.isPropertyAccessExpression(node) ? '.' : '';
  const cut = { start: token.getStart(source), end: token.getEnd(), text };
  return [within(wholeChain(node), source, 'optional chain', cut)];
}

/** An optional chain ends early as a whole, so that a mutant of a link stands for the chain. */
function wholeChain(node) {
  const { parent } = node;
  return ts.isOptionalChain(node) && ts.isOptionalChain(parent) && parent.expression === node
    ? wholeChain(parent)
    : node;
}

function within(outer, source, kind, { start, end, text }) {
  const from = outer.getStart(source);
  const whole = outer.getText(source);
  const mutated = whole.slice(0, start - from) + text + whole.slice(end - from);
  return { kind, start: from, end: outer.getEnd(), mutated, isStatement: false };
}
