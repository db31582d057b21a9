import type { LockEntry } from './lock-entry.js';
import { type JsonObject, readJsonObjects } from './read-json-objects.js';

const FOLDER = 'node_modules/';

/** Read the entries of an npm lock file. Newer files name a package by its folder and repeat themselves in the older, nested form. */
export function readJsonEntries(text: string): LockEntry[] {
  const objects = readJsonObjects(text);
  const isNewer = objects.some(({ keys }) => keys.length === 1 && keys[0] === 'packages');
  const entries = objects.filter((object) => (isNewer ? isNewerEntry(object) : isOlderEntry(object)));
  return entries.filter(({ fields }) => fields.get('link')?.text !== 'true').map(toEntry);
}

/** The entry without a name is the project itself. */
function isNewerEntry({ keys }: JsonObject): boolean {
  return keys.length === 2 && keys[0] === 'packages' && keys[1] !== '';
}

function isOlderEntry({ keys }: JsonObject): boolean {
  return keys.at(-2) === 'dependencies';
}

function toEntry({ keys, startLine, endLine, fields }: JsonObject): LockEntry {
  const key = keys.at(-1) ?? '';
  const folderAt = key.lastIndexOf(FOLDER);
  const version = fields.get('version');
  const isVersionSource = version !== undefined && /[:/]/.test(version.text);
  return {
    name: folderAt === -1 ? key : key.slice(folderAt + FOLDER.length),
    lines: { start: startLine, end: endLine },
    source: fields.get('resolved') ?? (isVersionSource ? version : null),
    isPinned: fields.has('integrity'),
    shouldBePinned: (keys[0] !== 'packages' || folderAt !== -1) && !isInBundle(fields),
    realName: fields.get('name')?.text ?? null,
  };
}

/** It is in the archive of another package, whose digest covers it. */
function isInBundle(fields: JsonObject['fields']): boolean {
  return ['inBundle', 'bundled'].some((flag) => fields.get(flag)?.text === 'true');
}
