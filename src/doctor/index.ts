/** doctor: what is wrong with an installation and its settings, and what to do about it. A room of the roots: it may enter every other. */

import type { DoctorWorld } from './doctor-world.js';
import type { Diagnosis } from './run-doctor.js';

export { checkSettings, type SettingsCheck } from './check-settings.js';
export type { DoctorWorld } from './doctor-world.js';
export { hasFailed, renderDiagnosisJson, renderDiagnosisText } from './render-diagnosis.js';
export { renderSettingsJson, renderSettingsText } from './render-settings-check.js';
export type { Diagnosis } from './run-doctor.js';
export { findStraySettings, SETTINGS_PATH } from './settings-file.js';
/**
 * Used by the script that writes `schema/plumbline.schema.json` and `docs/configuration.md`.
 * @public
 */
export { settingsReferenceText, settingsSchemaText } from './settings-schema.js';

/** Look at everything side by side. What it takes is loaded by then: the settings need none of it. */
export async function runDoctor(world: DoctorWorld): Promise<Diagnosis> {
  const rounds = await import('./run-doctor.js');
  return rounds.runDoctor(world);
}
