import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** GitHub's own description of its answers, as a judge of the world's. */
export type AnswerJudge = {
  /** What is wrong with an answer of an operation, one line a fault; empty when it has the described shape. */
  readonly faultsOf: (operation: string, status: number, answer: unknown) => string[];
};

/** Read the description once (13 MB) and compile only the answers that are asked for. */
export function createAnswerJudge(): AnswerJudge {
  const require = createRequire(import.meta.url);
  const file = require.resolve('@octokit/openapi/generated/api.github.com.json');
  const description: Description = JSON.parse(readFileSync(file, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, validateFormats: true });
  // The package is CommonJS: its default export arrives as a property or as the module itself.
  const addFormats = 'default' in addFormatsModule ? addFormatsModule.default : addFormatsModule;
  (addFormats as unknown as (target: Ajv) => void)(ajv);
  ajv.addSchema({ $id: 'github', components: { schemas: toJsonSchema(description.components.schemas) } });
  const compiled = new Map<string, ValidateFunction>();
  return {
    faultsOf: (operation, status, answer) => {
      const key = `${operation} ${status}`;
      const validate = compiled.get(key) ?? ajv.compile(answerSchema(description, operation, status) as JsonObject);
      compiled.set(key, validate);
      validate(answer);
      return (validate.errors ?? []).map((fault) => `${operation}: ${fault.instancePath} ${fault.message}`);
    },
  };
}

type Description = {
  readonly components: { readonly schemas: JsonObject };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
type Operation = {
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: Json }> }>>;
};

function answerSchema(description: Description, operation: string, status: number): Json {
  const [method = '', path = ''] = operation.split(' ');
  const content =
    description.paths[path]?.[method.toLowerCase()]?.responses[String(status)]?.content?.['application/json'];
  if (content === undefined) throw new Error(`GitHub describes no answer ${status} of ${operation}`);
  return toJsonSchema(content.schema);
}

/** OpenAPI 3.0 says `nullable`, JSON schema says a type of null. References point at the one registered document. */
function toJsonSchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (value === null || typeof value !== 'object') return value;
  const converted: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    if (key === 'example' || key === 'examples' || key === 'description' || key === 'discriminator') {
      if (typeof part !== 'object' || 'type' in (part ?? {}) === false) continue;
    }
    converted[key] = key === '$ref' && typeof part === 'string' ? `github${part}` : toJsonSchema(part);
  }
  if (converted.nullable !== true) return converted;
  const { nullable: _, ...rest } = converted;
  return { anyOf: [{ type: 'null' }, rest] };
}
