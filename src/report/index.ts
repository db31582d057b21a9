/** report: what we say. `render/` turns outcomes into text and payloads and touches nothing; `publish/` writes them. */

export type { CheckClient } from './publish/check-api.js';
export { type CheckPublisherInput, createCheckPublisher } from './publish/check-publisher.js';
export { type CheckAnnotation, MAX_ANNOTATIONS } from './render/check-annotations.js';
export type { OtherOutcome } from './render/check-lead.js';
export { byteLength, clipBytes, clipMarkdown } from './render/clip-bytes.js';
export { codeBlock, codeSpan } from './render/code-markdown.js';
export { escapeBlock, escapeInline } from './render/escape-markdown.js';
export { progressLine, progressWords } from './render/progress-line.js';
export { type CheckRunOptions, type CheckRunOutput, renderCheckRun } from './render/render-check-run.js';
export { renderJson } from './render/render-json.js';
export { renderPreview } from './render/render-preview.js';
export { renderTerminal, type TerminalOptions } from './render/render-terminal.js';
export { type ReportJson, reportJsonSchema } from './render/report-json-schema.js';
export { cleanLine, cleanText } from './render/visible-text.js';
