import { graphqlRefusal } from './refusal.js';

export type Argument = { readonly kind: 'variable' | 'string'; readonly value: string };

export type Selection =
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly alias: string;
      readonly args: ReadonlyMap<string, Argument>;
      readonly selections: readonly Selection[];
    }
  /** `... on Type { }` */
  | { readonly kind: 'inline'; readonly type: string; readonly selections: readonly Selection[] }
  /** `...Name` */
  | { readonly kind: 'spread'; readonly name: string };

export type Query = {
  /** Name of a variable → its type as written. */
  readonly variables: ReadonlyMap<string, string>;
  readonly selections: readonly Selection[];
  readonly fragments: ReadonlyMap<string, { readonly type: string; readonly selections: readonly Selection[] }>;
};

const TOKEN = /\.\.\.|[{}():!,$]|[A-Za-z_]\w*|"(?:[^"\\\n]|\\.)*"/g;

/** Read the part of GraphQL's language that a client of ours may use; everything else is refused as GitHub refuses bad syntax. */
export function parseQuery(text: string): Query {
  const leftOver = text.replace(TOKEN, '').trim();
  if (leftOver !== '') throw graphqlRefusal(`Parse error on "${leftOver.slice(0, 20)}"`);
  const tokens = (text.match(TOKEN) ?? []).filter((token) => token !== ',');
  const reader = createReader(tokens);
  reader.expect('query');
  const variables = reader.peek() === '(' ? readVariables(reader) : new Map<string, string>();
  const selections = readSelections(reader);
  const fragments: [string, { type: string; selections: readonly Selection[] }][] = [];
  while (reader.peek() !== undefined) {
    reader.expect('fragment');
    const name = reader.name();
    reader.expect('on');
    fragments.push([name, { type: reader.name(), selections: readSelections(reader) }]);
  }
  return { variables, selections, fragments: new Map(fragments) };
}

type Reader = ReturnType<typeof createReader>;

function createReader(tokens: readonly string[]) {
  let at = 0;
  const take = () => tokens[at++] ?? fail('end of file');
  const fail = (found: string): never => {
    throw graphqlRefusal(`Parse error on ${JSON.stringify(found)}`);
  };
  return {
    peek: () => tokens[at],
    take,
    expect(token: string) {
      const found = take();
      if (found !== token) fail(found);
    },
    name() {
      const found = take();
      return /^[A-Za-z_]/.test(found) ? found : fail(found);
    },
  };
}

function readVariables(reader: Reader): Map<string, string> {
  const variables = new Map<string, string>();
  reader.expect('(');
  while (reader.peek() !== ')') {
    reader.expect('$');
    const name = reader.name();
    reader.expect(':');
    const type = reader.name();
    const isRequired = reader.peek() === '!';
    if (isRequired) reader.take();
    variables.set(name, `${type}${isRequired ? '!' : ''}`);
  }
  reader.expect(')');
  return variables;
}

function readSelections(reader: Reader): Selection[] {
  const selections: Selection[] = [];
  reader.expect('{');
  while (reader.peek() !== '}') selections.push(reader.peek() === '...' ? readSpread(reader) : readField(reader));
  reader.expect('}');
  if (selections.length === 0) throw graphqlRefusal('Parse error on "}"');
  return selections;
}

function readSpread(reader: Reader): Selection {
  reader.expect('...');
  const name = reader.name();
  if (name !== 'on') return { kind: 'spread', name };
  return { kind: 'inline', type: reader.name(), selections: readSelections(reader) };
}

function readField(reader: Reader): Selection {
  const first = reader.name();
  const isAliased = reader.peek() === ':';
  if (isAliased) reader.take();
  const name = isAliased ? reader.name() : first;
  const args = reader.peek() === '(' ? readArguments(reader) : new Map<string, Argument>();
  const selections = reader.peek() === '{' ? readSelections(reader) : [];
  return { kind: 'field', name, alias: first, args, selections };
}

function readArguments(reader: Reader): Map<string, Argument> {
  const args = new Map<string, Argument>();
  reader.expect('(');
  while (reader.peek() !== ')') {
    const name = reader.name();
    reader.expect(':');
    const token = reader.take();
    if (token === '$') args.set(name, { kind: 'variable', value: reader.name() });
    else if (token.startsWith('"')) args.set(name, { kind: 'string', value: JSON.parse(token) as string });
    else throw graphqlRefusal(`Parse error on ${JSON.stringify(token)}`);
  }
  reader.expect(')');
  return args;
}
