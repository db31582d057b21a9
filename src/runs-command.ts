import type { CommandCall } from './command-call.js';
import { databasePlaceOf } from './database-place.js';
import { readOptions } from './handlers/index.js';
import { didYouMean, PlumblineError } from './review/index.js';
import { type Asked, answerRecord, answerRunTask, openVisit, RUN_TASKS, type RunTask } from './runs/index.js';

/** `plumbline run list|show|cancel|retry`: the runs of a service, over its database. */
export async function runsCommand([word = '', ...words]: readonly string[], call: CommandCall): Promise<number> {
  if (word === 'purge') return purge(words, call);
  const task = readTask(word);
  const { isJson, positionals } = readWords(words);
  const [runId, ...more] = positionals;
  if (task !== 'list' && runId === undefined)
    throw usage(`"run ${task}" needs the id of a run; plumbline run list shows them`);
  const extra = task === 'list' ? runId : more[0];
  if (extra !== undefined) throw usage(`"run ${task}" takes no further word, but "${extra}" was given`);
  return visiting(call, (visit) => answerRunTask(task, runId ?? '', { isJson, visit }));
}

/** `plumbline run purge`: what expires by itself, now. */
async function purge(words: readonly string[], call: CommandCall): Promise<number> {
  if (words.length > 0) throw usage(`"run purge" takes no further word, but "${words[0]}" was given`);
  const days = call.environment.PLUMBLINE_RETENTION_DAYS;
  return visiting(call, async ({ expire }) => {
    const expired = await expire(days);
    return `${expired === 1 ? '1 entry' : `${expired} entries`} older than ${days === 1 ? 'a day' : `${days} days`} deleted.\n`;
  });
}

/** `plumbline record show <pr url>`: what is known of one pull request. */
export async function recordCommand([task = '', ...words]: readonly string[], call: CommandCall): Promise<number> {
  const { isJson, positionals } = readWords(words);
  const problem = task === '' ? 'a word is missing' : `"record ${task}" is not a command`;
  if (task !== 'show') throw usage(`${problem}; use record show <pr url>`);
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0) throw usage('"record show" takes one address of a pull request');
  return visiting(call, (visit) => answerRecord(url, { isJson, visit }));
}

async function visiting(
  { environment, streams }: CommandCall,
  answer: (visit: Asked['visit']) => Promise<string>,
): Promise<number> {
  const visit = await openVisit(databasePlaceOf(environment));
  try {
    streams.stdout.write(await answer(visit));
    return 0;
  } finally {
    await visit.close();
  }
}

function readWords(words: readonly string[]) {
  const { positionals, values } = readOptions(words, { json: { type: 'boolean' } });
  return { positionals, isJson: values.json === true };
}

function readTask(word: string): RunTask {
  const task = RUN_TASKS.find((known) => known === word);
  if (task !== undefined) return task;
  const problem = word === '' ? 'a word is missing' : `"run ${word}" is not a command`;
  throw usage(`${problem}; use run ${RUN_TASKS.join(', ')}, purge. ${didYouMean(word, RUN_TASKS)}`.trim());
}

function usage(problem: string): PlumblineError {
  return new PlumblineError('usage', { problem });
}
