/** What the core asks of the world. Each file is one thing the core needs; adapters fill them. */

export type { Analyzer, AnalyzerFinding, AnalyzerResult, HeadFile } from './analyzer.js';
export type { ChangeSource, FileListing } from './change-source.js';
export type { CheckPublisher, Completion, LookAgain } from './check-publisher.js';
export type { Clock, Log } from './clock.js';
export type { Journal } from './journal.js';
export type { Progress, ProgressPhase } from './progress.js';
export type { Acceptance, IntentQueue, RunClaim, RunSlots, RunTerms } from './queue.js';
export type { Erasure, RecordStore } from './record-store.js';
export type { RepositoryHost, SiblingConclusion } from './repository-host.js';
export type { ModelMessage, ModelRequest, ModelResponse, ReviewModel, ToolCall, ToolSpec } from './review-model.js';
