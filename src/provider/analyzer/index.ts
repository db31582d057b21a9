export { type AnalyzerDeps, createAnalyzers } from './create-analyzers.js';
export { ANALYZER_LIMITS, type AnalyzerLimits } from './limits.js';
