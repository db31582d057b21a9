import { nearestNames, PlumblineError } from '../review/index.js';

const KINDS = ['uncommitted', 'base', 'range', 'commit', 'pr'];
const FORMS =
  'name a target: base <branch>, range <a>..<b>, commit <sha>, pr <url>; or quote a whole sentence as a focus';
/** What can stand in a command that is shown to be typed. */
const PLAIN_WORD = /^[\w./@:+-]+$/;

/** One bare word where a target is expected: what was probably meant, as the command to type. */
export function notATarget(word: string): PlumblineError {
  return new PlumblineError('usage', { problem: `"${word}" is not a target` }, { help: helpFor(word) });
}

function helpFor(word: string): string {
  if (!PLAIN_WORD.test(word)) return FORMS;
  const [near] = nearestNames(word, KINDS, 1);
  if (near !== undefined) return `did you mean plumbline review ${near}? ${FORMS}`;
  if (/^https?:/i.test(word)) return `to review a pull request: plumbline review pr ${word}`;
  if (/[^.]\.{2,3}[^.]|\.{2,3}$/.test(word)) return `to review a range: plumbline review range ${word}`;
  if (/^(?:[0-9a-f]{7,64}|HEAD\S*)$/.test(word)) return `to review one commit: plumbline review commit ${word}`;
  if (/\.\w{1,8}$|\/$/.test(word)) return `to review the changes of one file or folder: plumbline review -- ${word}`;
  return `to review what HEAD adds to the branch ${word}: plumbline review base ${word}`;
}
