/** From patches to pages: what changed, what of it will be served, and in which order. */
export { type ContentStore, createContentStore } from './content-store.js';
export { type CutPages, cutPages } from './cut-pages.js';
export { createExclusionRules, type ExclusionRules, excludeFile } from './exclude-file.js';
export { attributeCandidates } from './git-attributes.js';
export { type PreparationInput, prepareEvidence } from './prepare-evidence.js';
export { readPatch } from './read-patch.js';
export { type FingerprintedFile, targetFingerprint } from './target-fingerprint.js';
