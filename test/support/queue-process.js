// A process that works on deliveries: `node queue-process.js <database url> <times as JSON> <version>`. Each line of its input is a
// delivery to keep; each line of its output is JSON of what happens. What a delivery does stands before the first "-" of its id:
// `kill` ends the process without a word, `drag` never ends, `hang` not at the first time; `slow` ends after 1 s; all others end at once.
import { createInterface } from 'node:readline';
import { openDatabase, openIntentQueue } from '../../dist/durable/index.js';

const [url, times, version] = process.argv.slice(2);
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const log = { info: () => {}, warn: (facts, event) => say({ ...facts, event }), error: () => {} };
const database = await openDatabase({ url }, { log, environment: {} });
const closing = new AbortController();
const handling = {
  handle: async ({ deliveryId }, { hasFailedBefore }) => {
    say({ handles: deliveryId, hasFailedBefore });
    if (deliveryId.startsWith('kill-')) process.kill(process.pid, 'SIGKILL');
    if (deliveryId.startsWith('hang-') && !hasFailedBefore) await new Promise(() => {});
    if (deliveryId.startsWith('drag-'))
      await new Promise((_resolve, reject) => closing.signal.addEventListener('abort', reject));
    if (deliveryId.startsWith('slow-')) await new Promise((resolve) => setTimeout(resolve, 1_000));
    say({ handled: deliveryId });
  },
  onFailure: () => {},
  onGivenUp: async ({ deliveryId }, reason) => say({ givenUp: deliveryId, reason }),
  onLost: () => {
    say({ lost: true });
    process.exit(1);
  },
  closing: closing.signal,
  log,
};
const queue = await openIntentQueue(database, handling, { times: JSON.parse(times), version });
say({ ready: true });
setInterval(() => {
  if (!queue.isHeld()) say({ held: false });
}, 1);
for await (const line of createInterface(process.stdin)) {
  const intent = JSON.parse(line);
  await queue.enqueue(intent).then(
    (outcome) => say({ kept: intent.deliveryId, outcome }),
    ({ status }) => say({ refused: intent.deliveryId, status }),
  );
}
closing.abort();
await queue.idle();
await queue.close();
await database.close();
process.exit(0);
