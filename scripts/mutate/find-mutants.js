import ts from 'typescript';
import { mutantsOf } from './kinds.js';

/** A list of words longer than this stands for one mutant: its first word. */
const LONG_LIST = 8;
const DESCRIBING = new Set(['describe', 'meta']);

/**
 * Every mutant one source text has room for, in the order of the text: `{ kind, start, end, mutated, isStatement }`.
 * Types, imports and texts that only describe are left alone.
 */
export function findMutants(text, path) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS);
  const found = [];
  const visit = (node) => {
    if (isLeftAlone(node)) return;
    found.push(...mutantsOf(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

function isLeftAlone(node) {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  return isDescription(node) || isLaterWordOfALongList(node);
}

/** The argument of `.describe('…')`. */
function isDescription(node) {
  const { parent } = node;
  if (parent === undefined || !ts.isCallExpression(parent) || !parent.arguments.includes(node)) return false;
  return ts.isPropertyAccessExpression(parent.expression) && DESCRIBING.has(parent.expression.name.text);
}

function isLaterWordOfALongList(node) {
  if (!ts.isStringLiteral(node) || node.parent === undefined || !ts.isArrayLiteralExpression(node.parent)) return false;
  return node.parent.elements.length > LONG_LIST && node.parent.elements[0] !== node;
}
