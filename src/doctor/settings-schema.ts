import { z } from 'zod';
import { settingsSchema } from '../review/index.js';
import { describeSettings } from './describe-settings.js';
import type { JsonSchema } from './json-schema.js';

/**
 * `schema/plumbline.schema.json`, byte for byte.
 * @public
 */
export function settingsSchemaText(): string {
  return `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`;
}

/**
 * `docs/configuration.md`, byte for byte.
 * @public
 */
export function settingsReferenceText(): string {
  return describeSettings(settingsJsonSchema() as JsonSchema);
}

function settingsJsonSchema() {
  return {
    ...z.toJSONSchema(settingsSchema, { io: 'input' }),
    title: 'Plumbline settings (.github/plumbline.yml)',
  };
}
