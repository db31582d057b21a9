import type { ToolFinding } from '../check.js';
import { ASSEMBLED_RULES } from './assembled-rules.js';
import { FLAG_RULES } from './flag-rules.js';
import type { Candidates, Node } from './syntax.js';

/** A rule over a syntax tree: what to look at, and whether it is a defect. */
export type StructureRule = Omit<ToolFinding, 'places'> & {
  /** Told to the parser, so that few nodes are looked at one by one. */
  readonly candidates: Candidates;
  readonly isDefect: (node: Node, text: string) => boolean;
};

/** Few rules, each for what a person would stop at. A rule that is often wrong does not belong here. */
export const STRUCTURE_RULES: readonly StructureRule[] = [...ASSEMBLED_RULES, ...FLAG_RULES];
