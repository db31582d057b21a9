import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { NEEDED_PERMISSIONS, WITHOUT_EVENT } from '../../../src/doctor/app-needs.js';
import { SUPPORTED_GIT, SUPPORTED_NODE } from '../../../src/doctor/supported-versions.js';
import { subscribedEvents } from '../../../src/handlers/index.js';
import { ERRORS } from '../../../src/review/index.js';

it('the doctor asks for the Node that package.json asks for', () => {
  expect(SUPPORTED_NODE).toBe(JSON.parse(readFileSync('package.json', 'utf8')).engines.node);
});

it('the doctor asks for the git that the catalogue of errors asks for', () => {
  expect(ERRORS.git_missing.help).toContain(`git ${SUPPORTED_GIT} or newer`);
});

it('the doctor asks for the permissions of the manifest', () => {
  const manifest = parse(readFileSync('app.yml', 'utf8'));
  const needed = Object.fromEntries(NEEDED_PERMISSIONS.map(({ access, name }) => [name, access]));
  expect(needed).toEqual(manifest.default_permissions);
});

it('the doctor knows what stops without each event that is handled', () => {
  expect(Object.keys(WITHOUT_EVENT).sort()).toEqual([...subscribedEvents()].sort());
});

it('docs/permissions.md explains every permission the doctor asks for', () => {
  const text = readFileSync('docs/permissions.md', 'utf8');
  const rows = NEEDED_PERMISSIONS.map(({ access, name }) => `| ${name.replaceAll('_', ' ')}: ${access} |`);
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});
