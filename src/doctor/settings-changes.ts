import { DEFAULT_SETTINGS, type Settings } from '../review/index.js';

export type SettingsChange = {
  /** With dots: `auto_review.drafts`. */
  readonly key: string;
  readonly value: unknown;
  /** Null: there is none. */
  readonly standard: unknown;
};

/** The settings that differ from the defaults, in the order of the reference. */
export function changesOf(settings: Settings): readonly SettingsChange[] {
  const standards = new Map(leavesOf('', DEFAULT_SETTINGS));
  return leavesOf('', settings)
    .map(([key, value]) => ({ key, value, standard: standards.get(key) ?? null }))
    .filter(({ value, standard }) => JSON.stringify(value) !== JSON.stringify(standard));
}

/** Lists are values: what one holds belongs together. */
function leavesOf(prefix: string, value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, inner]): readonly (readonly [string, unknown])[] => {
    const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return isGroup ? leavesOf(`${prefix}${name}.`, inner) : [[`${prefix}${name}`, inner]];
  });
}
