import type { Order, ReviewCommand } from '../review/index.js';

/** What a comment asks for. */
export type ParsedComment =
  /** Not addressed to us. */
  | { readonly kind: 'none' }
  | { readonly kind: 'review'; readonly command: ReviewCommand }
  | { readonly kind: 'order'; readonly order: Order }
  /** Addressed to us, but not something that can be done. `reply` is one short, safe Markdown sentence. */
  | { readonly kind: 'bad'; readonly reply: string };
