import type { Page } from '../model/patch.js';

/** What is wrong with a question to the desk. Data for the model, never thrown. */
export type DeskError =
  | {
      readonly kind: 'error';
      readonly code: 'path_not_in_target';
      readonly path: string;
      readonly nearest: readonly string[];
    }
  | { readonly kind: 'error'; readonly code: 'file_excluded'; readonly path: string; readonly reason: string }
  | { readonly kind: 'error'; readonly code: 'cursor_refused'; readonly path: string };

export type DeskAnswer =
  | { readonly kind: 'page'; readonly page: Page; readonly nextCursor: string | null }
  | {
      readonly kind: 'already_served';
      readonly path: string;
      readonly index: number;
      readonly nextCursor: string | null;
    }
  | {
      readonly kind: 'evidence_limited';
      readonly limitation: 'over_budget';
      readonly path: string;
      readonly neededChars: number;
      readonly leftChars: number;
      readonly nextCursor: string | null;
    }
  | DeskError;
