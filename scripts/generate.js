/**
 * Write what is generated from the code: the settings' JSON schema and reference, the environment's reference, the list of
 * errors. With `--check` nothing is written and a difference fails. Needs a build (`npm run build`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { settingsReferenceText, settingsSchemaText } from '../dist/doctor/index.js';
import { environmentSchema } from '../dist/environment.js';
import { reportJsonSchema } from '../dist/report/index.js';
import { ERRORS } from '../dist/review/index.js';
import { describeEnvironment } from './generate/describe-environment.js';
import { describeErrors } from './generate/describe-errors.js';

const products = {
  'schema/plumbline.schema.json': settingsSchemaText(),
  'schema/report.schema.json': `${JSON.stringify(reportJsonSchema(), null, 2)}\n`,
  'docs/configuration.md': settingsReferenceText(),
  'docs/environment.md': describeEnvironment(
    z.toJSONSchema(environmentSchema, { io: 'input', unrepresentable: 'any' }),
  ),
  'docs/errors.md': describeErrors(ERRORS),
};

const isCheck = process.argv.includes('--check');
const stale = Object.entries(products).filter(([path, text]) => readOrEmpty(path) !== text);
if (isCheck && stale.length > 0) {
  process.stderr.write(`generated files differ: ${stale.map(([path]) => path).join(', ')}\nrun \`npm run generate\`\n`);
  process.exitCode = 1;
}
if (!isCheck) for (const [path, text] of stale) writeFileSync(path, text);

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
