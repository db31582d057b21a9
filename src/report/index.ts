/** report: what we say. `render/` turns outcomes into text and payloads and touches nothing; `publish/` writes them. */

export { type CheckPublisherInput, createCheckPublisher } from './publish/check-publisher.js';
export { progressWords } from './render/progress-line.js';
export { renderBlock } from './render/render-block.js';
export { renderJson } from './render/render-json.js';
export { renderMarkdown } from './render/render-markdown.js';
export { renderPreview } from './render/render-preview.js';
export { renderSarif } from './render/render-sarif.js';
export { renderTerminal, type TerminalOptions } from './render/render-terminal.js';
/**
 * Used by the script that writes `schema/report.schema.json`.
 * @public
 */
export { reportJsonSchema } from './render/report-json-schema.js';
/** Make text from outside fit for a terminal: credentials masked, nothing invisible left. */
export { cleanLine, cleanText } from './render/visible-text.js';
