export { buildManifest } from './build-manifest.js';
export { limitsOf } from './limits-of.js';
