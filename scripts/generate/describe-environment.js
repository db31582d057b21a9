const NOTICE = '<!-- Generated from src/environment.ts by `npm run generate`. Do not edit. -->';

/** The environment's reference as Markdown, one row a variable, from its JSON schema. */
export function describeEnvironment(schema) {
  const rows = Object.entries(schema.properties).map(([name, property]) => {
    const choices =
      property.enum === undefined ? '' : ` One of ${property.enum.map((word) => `\`${word}\``).join(', ')}.`;
    const standard = property.default === undefined ? '' : ` Default: \`${property.default}\`.`;
    return `| \`${name}\` | ${property.description ?? ''}${choices}${standard} |`;
  });
  return [
    NOTICE,
    '',
    '# Environment',
    '',
    'Read by `plumbline` when it starts. An empty value counts as unset; no `.env` file is ever loaded.',
    '',
    '| variable | meaning |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}
