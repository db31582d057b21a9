import type { JsonSchema } from './json-schema.js';

const NOTICE = '<!-- Generated from src/review/settings.ts by `npm run generate`. Do not edit. -->';

/** The settings' reference as Markdown, one section a key, from their JSON schema. */
export function describeSettings(schema: JsonSchema): string {
  const sections = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => section(name, property));
  return [
    NOTICE,
    '',
    '# Settings: `.github/plumbline.yml`',
    '',
    'Read from the base branch when that is the default branch or protected, otherwise from the default branch; a pull request',
    'cannot change how it is reviewed. An unknown key or a bad value is told in the check run, and the defaults apply.',
    'Editors complete it with the schema `schema/plumbline.schema.json`.',
    '',
    ...sections,
  ].join('\n');
}

function section(name: string, property: JsonSchema): readonly string[] {
  const inner = property.properties ?? {};
  const lines = [`## \`${name}\``, '', property.description ?? '', '', facts(property), ''];
  const rows = Object.entries(inner).flatMap(([key, value]) => rowsOf(key, value));
  const table = rows.length === 0 ? [] : ['| key | default | meaning |', '|---|---|---|', ...rows, ''];
  return [...lines, ...table, ...itemTable(property)];
}

function itemTable(property: JsonSchema): readonly string[] {
  const fields = property.items?.properties;
  if (fields === undefined) return [];
  const rows = Object.entries(fields).map(
    ([key, value]) => `| \`${key}\` | ${facts(value)} | ${value.description ?? ''} |`,
  );
  return ['Each entry:', '', '| key | form | meaning |', '|---|---|---|', ...rows, ''];
}

function rowsOf(key: string, value: JsonSchema): readonly string[] {
  const nested = Object.entries(value.properties ?? {}).flatMap(([inner, property]) =>
    rowsOf(`${key}.${inner}`, property),
  );
  if (nested.length > 0) return nested;
  return [`| \`${key}\` | ${shownDefault(value)} | ${value.description ?? ''}${choices(value)} |`];
}

function facts(property: JsonSchema): string {
  const parts = [`${form(property)}${choices(property)}`];
  if (property.default !== undefined && property.properties === undefined)
    parts.push(`Default: ${shownDefault(property)}.`);
  return parts.join(' ');
}

function form(property: JsonSchema): string {
  if (property.enum !== undefined || property.const !== undefined) return '';
  switch (property.type) {
    case 'array':
      return `A list${property.items?.enum === undefined ? '' : ` of ${inCode(property.items.enum)}`}.`;
    case 'boolean':
      return '`true` or `false`.';
    case 'object':
      return 'A group of keys:';
    case 'string':
      return 'A text.';
    default:
      return `A number${property.minimum === undefined ? '' : `, at least ${property.minimum}`}.`;
  }
}

function choices(property: JsonSchema): string {
  const words = property.enum ?? (property.const === undefined ? [] : [property.const]);
  return words.length === 0 ? '' : ` One of ${inCode(words)}.`;
}

function inCode(words: readonly unknown[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

function shownDefault(property: JsonSchema): string {
  return property.default === undefined ? 'none' : `\`${JSON.stringify(property.default)}\``;
}
