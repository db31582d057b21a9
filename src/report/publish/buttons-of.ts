import { CHECK_BUTTONS, type CheckStage } from '../../review/index.js';

/** The buttons of a check as GitHub takes them. */
export function buttonsOf(stage: CheckStage): readonly Readonly<Record<string, string>>[] {
  return CHECK_BUTTONS[stage].map(({ description, identifier, label }) => ({ description, identifier, label }));
}
