import type { z } from 'zod';
import { settingsSchema } from './settings.js';

export const NOT_EMPTY = 'not be empty';

/** What a value must be or have, behind the word `must`; null when the mistake has words of its own. */
export function requiredForm(issue: z.core.$ZodIssue, path: readonly string[]): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return `be ${kindOf(issue.expected, path)}`;
    case 'too_small':
      if (!isNumber(issue.origin) && issue.minimum === 1) return NOT_EMPTY;
      return isNumber(issue.origin)
        ? `be at least ${issue.minimum}`
        : `have at least ${counted(Number(issue.minimum), issue.origin)}`;
    case 'too_big':
      return isNumber(issue.origin)
        ? `be at most ${issue.maximum}`
        : `have at most ${counted(Number(issue.maximum), issue.origin)}`;
    default:
      return null;
  }
}

function isNumber(origin: string): boolean {
  return origin === 'number' || origin === 'int';
}

function counted(count: number, origin: string): string {
  const [one, many] = origin === 'array' ? ['entry', 'entries'] : ['character', 'characters'];
  return `${count} ${count === 1 ? one : many}`;
}

/** By the last words of the key. */
const LIST_EXAMPLES: Readonly<Record<string, string>> = {
  accept: '["lockfile"]',
  branches: '["main", "release/*"]',
  focus: '[{ paths: ["src/**"], instructions: "look at the retries" }]',
  ignore: '["docs/**"]',
  only: '["review me"]',
  paths: '["src/**"]',
  skip: '["no review"]',
};

function kindOf(expected: string, path: readonly string[]): string {
  switch (expected) {
    case 'array': {
      const example = LIST_EXAMPLES[path.at(-1) ?? ''];
      return `a list${example === undefined ? '' : `, like ${example}`}`;
    }
    case 'boolean':
      return 'true or false';
    case 'int':
    case 'number':
      return 'a whole number';
    case 'string':
      return 'a text';
    default:
      return `a group of keys (${knownKeys(path)})`;
  }
}

/** The keys of the group at a path, joined for people. */
export function knownKeys(path: readonly string[]): string {
  let schema: unknown = settingsSchema;
  for (const key of path) schema = innerShape(schema)?.[key] ?? elementOf(schema);
  return Object.keys(innerShape(schema) ?? {}).join(', ');
}

/** The keys of an object schema, looked for under its defaults. */
function innerShape(schema: unknown): Record<string, unknown> | null {
  const holder = schema as { shape?: Record<string, unknown>; def?: { innerType?: unknown } } | undefined;
  if (holder?.shape !== undefined) return holder.shape;
  return holder?.def?.innerType === undefined ? null : innerShape(holder.def.innerType);
}

/** What a list holds, looked for under its defaults. */
function elementOf(schema: unknown): unknown {
  const holder = schema as { def?: { element?: unknown; innerType?: unknown } } | undefined;
  if (holder?.def?.element !== undefined) return holder.def.element;
  return holder?.def?.innerType === undefined ? undefined : elementOf(holder.def.innerType);
}
