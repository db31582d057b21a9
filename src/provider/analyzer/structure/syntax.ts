import type { NapiConfig, SgNode } from '@ast-grep/napi';

export type Node = SgNode;
export type Candidates = NapiConfig['rule'];

const TEXTS: readonly string[] = ['string', 'template_string'];
const FIXED: readonly string[] = [...TEXTS, 'number', 'null', 'undefined'];

/** The n-th argument of a call, comments left out. */
export function argumentOf(call: Node, index: number): Node | null {
  const list = call.field('arguments');
  return list?.children().filter(isWritten)[index] ?? null;
}

function isWritten(node: Node): boolean {
  return node.isNamed() && node.kind() !== 'comment';
}

/** A text that is the same in every run: a string, a template without holes, or such texts joined. */
export function isFixedText(node: Node): boolean {
  return FIXED.includes(String(node.kind()))
    ? holesOf(node).length === 0
    : isJoined(node) && operandsOf(node).every(isFixedText);
}

/** Whether it is written as a text, with or without holes. */
export function isText(node: Node | null): boolean {
  return node !== null && TEXTS.includes(String(node.kind()));
}

/** A text put together at run time: a template with holes, or a sum in which a text and something else stand. */
export function isAssembledText(node: Node): boolean {
  if (node.kind() === 'template_string') return holesOf(node).length > 0;
  return isJoined(node) && !isFixedText(node) && operandsOf(node).some(holdsText);
}

function holdsText(node: Node): boolean {
  return isText(node) || (isJoined(node) && operandsOf(node).some(holdsText));
}

/** What is put into an assembled text. */
export function insertsOf(node: Node): Node[] {
  if (node.kind() === 'template_string') return holesOf(node);
  if (isJoined(node)) return operandsOf(node).flatMap(insertsOf);
  return isFixedText(node) ? [] : [node];
}

function holesOf(template: Node): Node[] {
  return template
    .children()
    .filter((part) => part.kind() === 'template_substitution')
    .flatMap((part) => part.children().filter(isWritten));
}

function isJoined(node: Node): boolean {
  return node.kind() === 'binary_expression' && node.field('operator')?.text() === '+';
}

function operandsOf(sum: Node): Node[] {
  return [sum.field('left'), sum.field('right')].filter((side): side is Node => side !== null);
}
