/** Where a check is in its life, as far as its buttons go. */
export type CheckStage = 'running' | 'paused' | 'ended';

export type CheckButton = {
  readonly identifier: string;
  /** What pressing it asks for: a review, or an order. */
  readonly asks: 'review' | 'cancel' | 'pause' | 'continue';
  readonly label: string;
  readonly description: string;
};

const CANCEL: CheckButton = {
  identifier: 'cancel',
  asks: 'cancel',
  label: 'Cancel',
  description: 'Stop this review for good',
};

/**
 * The buttons of a check run at each stage. GitHub shows three at most, with a label of at most 20 characters and a description of
 * at most 40, and gives back the identifier, of at most 20.
 */
export const CHECK_BUTTONS: Readonly<Record<CheckStage, readonly CheckButton[]>> = {
  running: [
    { identifier: 'pause', asks: 'pause', label: 'Pause', description: 'Stop here, and go on when told to' },
    CANCEL,
  ],
  paused: [
    { identifier: 'continue', asks: 'continue', label: 'Continue', description: 'Go on where it was paused' },
    CANCEL,
  ],
  ended: [
    { identifier: 'review', asks: 'review', label: 'Review again', description: 'Read the whole change once more' },
  ],
};
