import { readSettings, type Settings } from '../review/index.js';
import { changesOf, type SettingsChange } from './settings-changes.js';
import { readSettingsFile } from './settings-file.js';
import { explainMistakes, type SettingsMistake } from './settings-mistakes.js';

export type SettingsCheck = {
  /** As it is shown. */
  readonly file: string;
  readonly exists: boolean;
  /** In the order of the file; when there is one, the defaults apply to every review. */
  readonly mistakes: readonly SettingsMistake[];
  /** What would be obeyed. */
  readonly settings: Settings;
  readonly changes: readonly SettingsChange[];
};

/** Read one settings file as the reviewer would. Never rejects for what stands in it. */
export async function checkSettings(path: string, shown: string): Promise<SettingsCheck> {
  const file = await readSettingsFile(path);
  const { problems, settings } = readSettings(file.kind === 'text' ? file.text : null, shown);
  const mistakes =
    file.kind === 'unusable'
      ? [{ line: null, problem: `${shown} ${file.problem}`, next: file.step }]
      : explainMistakes(problems);
  return { file: shown, exists: file.kind !== 'absent', mistakes, settings, changes: changesOf(settings) };
}
