import { readFile } from 'node:fs/promises';

/** Generated from the settings themselves and shipped beside the program: reading them takes nothing else to be loaded. */
const FILES = {
  schema: new URL('../schema/plumbline.schema.json', import.meta.url),
  docs: new URL('../docs/configuration.md', import.meta.url),
} as const;

export type PrintedSettings = keyof typeof FILES;

/** Whether this word of `plumbline config` only prints. */
export function isPrintedSettings(task: string | undefined): task is PrintedSettings {
  return task !== undefined && Object.hasOwn(FILES, task);
}

/** The JSON schema of the settings, or their reference, byte for byte as it is shipped. */
export function readPrintedSettings(task: PrintedSettings): Promise<string> {
  return readFile(FILES[task], 'utf8');
}
