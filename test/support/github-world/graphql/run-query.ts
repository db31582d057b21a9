import type { Argument, Query, Selection } from './parse-query.js';
import { graphqlRefusal } from './refusal.js';

/** A value of the graph: what it is and how its fields are found. A field that is not here does not exist. */
export type GraphNode = {
  readonly type: string;
  readonly fields: Readonly<Record<string, GraphField>>;
};
export type GraphField = {
  /** Argument → its GraphQL type. */
  readonly args?: Readonly<Record<string, string>>;
  readonly resolve: (args: Readonly<Record<string, string>>) => Promise<GraphValue> | GraphValue;
};
export type GraphValue = GraphNode | string | number | boolean | null;

/** A field that could not be given: null in the data, told beside it. */
export class FieldError extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

type Told = { type: string; path: readonly string[]; message: string };

/** Run a query from its root. Unknown fields, missing arguments and wrong variables are refused as a whole. */
export async function runQuery(
  query: Query,
  given: Readonly<Record<string, unknown>>,
  root: GraphNode,
): Promise<{ readonly data: unknown; readonly errors?: readonly Told[] }> {
  for (const [name, type] of query.variables) checkVariable(name, type, given[name]);
  const errors: Told[] = [];
  const data = await select(query, given, root, query.selections, [], errors);
  return errors.length === 0 ? { data } : { data, errors };
}

const OBJECT_ID = /^[0-9a-f]{40}$/;

function checkVariable(name: string, type: string, value: unknown): void {
  const isMissing = value === undefined || value === null;
  const isWrong = isMissing ? type.endsWith('!') : typeof value !== 'string';
  const isNoId = type.startsWith('GitObjectID') && typeof value === 'string' && !OBJECT_ID.test(value);
  if (isWrong || isNoId) throw graphqlRefusal(`Variable $${name} of type ${type} was provided invalid value`);
}

async function select(
  query: Query,
  given: Readonly<Record<string, unknown>>,
  node: GraphNode,
  selections: readonly Selection[],
  path: readonly string[],
  errors: Told[],
): Promise<Record<string, unknown>> {
  const selected: Record<string, unknown> = {};
  for (const field of fieldsOf(query, node, selections)) {
    const definition = node.fields[field.name];
    if (definition === undefined) {
      throw graphqlRefusal(`Field '${field.name}' doesn't exist on type '${node.type}'`, 'undefinedField');
    }
    const place = [...path, field.alias];
    const args = argumentsOf(query, given, field, definition);
    selected[field.alias] = null;
    try {
      const value = await definition.resolve(args);
      selected[field.alias] = isNode(value)
        ? await select(query, given, value, field.selections, place, errors)
        : value;
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors.push({ type: error.type, path: place, message: error.message });
    }
  }
  return selected;
}

type Field = Extract<Selection, { kind: 'field' }>;

/** Fragments on another type say nothing about this node. */
function fieldsOf(query: Query, node: GraphNode, selections: readonly Selection[]): readonly Field[] {
  return selections.flatMap((selection) => {
    if (selection.kind === 'field') return [selection];
    const fragment = selection.kind === 'inline' ? selection : query.fragments.get(selection.name);
    if (fragment === undefined) throw graphqlRefusal('Fragment was used, but not defined');
    return fragment.type === node.type ? fieldsOf(query, node, fragment.selections) : [];
  });
}

function argumentsOf(
  query: Query,
  given: Readonly<Record<string, unknown>>,
  field: Field,
  definition: GraphField,
): Record<string, string> {
  const known = definition.args ?? {};
  const unknown = [...field.args.keys()].find((name) => known[name] === undefined);
  if (unknown !== undefined) throw graphqlRefusal(`Field '${field.name}' doesn't accept argument '${unknown}'`);
  return Object.fromEntries(
    Object.entries(known).map(([name, type]) => [
      name,
      argumentValue(query, given, field.args.get(name), type, field.name),
    ]),
  );
}

function argumentValue(
  query: Query,
  given: Readonly<Record<string, unknown>>,
  argument: Argument | undefined,
  type: string,
  field: string,
): string {
  if (argument === undefined) throw graphqlRefusal(`Field '${field}' is missing required arguments`);
  if (argument.kind === 'string') return argument.value;
  const declared = query.variables.get(argument.value);
  if (declared === undefined) throw graphqlRefusal(`Variable $${argument.value} is used but not declared`);
  if (declared !== type) throw graphqlRefusal(`Type mismatch on variable $${argument.value} (${declared} / ${type})`);
  return String(given[argument.value]);
}

function isNode(value: GraphValue): value is GraphNode {
  return typeof value === 'object' && value !== null;
}
