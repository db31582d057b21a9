/** What comes in: deliveries, comments and the words of the command line become values the core understands. */
export { HANDLED_EVENTS, type HandledEvent, subscribedEvents } from './events.js';
export type { OutputFile, OutputFormat } from './output-formats.js';
export { parseCommand } from './parse-command.js';
export { parseReviewArguments, type ReviewArguments, readPullRequestUrl } from './parse-review-arguments.js';
export { readOptions } from './read-options.js';
export { refuseOddDeliveries } from './refuse-odd-deliveries.js';
export { registerHandlers } from './register-handlers.js';
export { type Translation, toIntent } from './to-intent.js';
