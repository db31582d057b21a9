const NOTICE = '<!-- Generated from src/review/errors.ts by `npm run generate`. Do not edit. -->';

/** The catalogue of known errors as Markdown. */
export function describeErrors(errors) {
  const anyFact = new Proxy({}, { get: (_target, name) => `<${String(name)}>` });
  const rows = Object.entries(errors).map(
    ([code, entry]) =>
      `| \`${code}\` | ${entry.message(anyFact).replace(/[<>]/g, (mark) => (mark === '<' ? '‹' : '›'))} | ${entry.help} | ${entry.exitStatus} |`,
  );
  return [
    NOTICE,
    '',
    '# Errors',
    '',
    '| code | what happened | what to do | exit status |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
