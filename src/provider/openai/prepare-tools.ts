import type { ModelRequest, ToolSpec } from '../../review/index.js';

type Schema = Record<string, unknown>;

/** Words of JSON schema that OpenAI's strict mode takes. Anything else in a schema means: not strict. */
const STRICT_WORDS = new Set(
  (
    '$schema $defs definitions $ref type properties required additionalProperties items enum const anyOf description title ' +
    'default format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems'
  ).split(' '),
);

/** The offered tools in the endpoint's shape; `strict` where the schema allows it and the endpoint takes it. */
export function prepareTools(tools: readonly ToolSpec[], mayBeStrict: boolean) {
  return tools.map((tool) => ({
    type: 'function' as const,
    function: {
      name: tool.name,
      description: tool.description,
      parameters: withoutDialect(tool.parameters),
      ...(mayBeStrict && isStrictSchema(tool.parameters) ? { strict: true } : {}),
    },
  }));
}

/** The schema of the answer. A request without its answer tool is a mistake of the caller. */
export function answerSchema(request: ModelRequest): Schema {
  const tool = request.tools.find((candidate) => candidate.name === request.answerTool);
  if (tool === undefined) throw new TypeError(`the answer tool "${request.answerTool}" is not among the tools`);
  return withoutDialect(tool.parameters);
}

/** Whether every object in the schema requires all of its properties, allows no other, and nothing goes beyond strict mode. */
export function isStrictSchema(schema: unknown): boolean {
  return isObject(schema) && schema.type === 'object' && schema.anyOf === undefined && isStrictPart(schema);
}

function isStrictPart(schema: unknown): boolean {
  if (!isObject(schema) || !Object.keys(schema).every((word) => STRICT_WORDS.has(word))) return false;
  return isClosedObject(schema) && partsOf(schema).every(isStrictPart);
}

function isClosedObject(schema: Schema): boolean {
  if (schema.type !== 'object' && schema.properties === undefined) return true;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return schema.additionalProperties === false && names.every((name) => required.has(name));
}

function partsOf(schema: Schema): readonly unknown[] {
  const maps = [schema.properties, schema.$defs, schema.definitions].filter(isObject);
  const lists = [schema.anyOf].filter(Array.isArray);
  return [
    ...maps.flatMap((map) => Object.values(map)),
    ...lists.flat(),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
}

/** Some endpoints refuse `$schema`, which says nothing to a model. */
function withoutDialect(schema: Schema): Schema {
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
