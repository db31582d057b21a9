import { aSubmission } from './call.js';

/** A model that waits with its first answer until it is let go, and says when it was asked. */
export function aHeldModel() {
  let letGo = () => {};
  let isAsked = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const turn = async () => {
    isAsked();
    await held;
    return aSubmission();
  };
  return { asked, letGo, turn };
}
