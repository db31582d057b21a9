/** What an unsuccessful answer of GitHub means: a pure function of its status, headers and body, for everyone who asks GitHub. */
export { classifyFailure, failureOf, type GithubFailure, responseOf } from './classify-failure.js';
