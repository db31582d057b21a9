// A process that owns a database: `node own-database.js <data directory>`. Says so, or why not, in one line of JSON; ends
// without a word to the server when its input ends, and stops the server first when it is told `stop`.
import { startEmbeddedPostgres } from '../../dist/durable/embedded/index.js';

const log = { info: () => {}, warn: () => {}, error: () => {} };
try {
  const database = await startEmbeddedPostgres({ dataDirectory: process.argv[2], log, environment: process.env });
  process.stdout.write(`${JSON.stringify({ connection: database.connection })}\n`);
  process.stdin.on('end', () => process.exit(0));
  process.stdin.once('data', async () => {
    await database.stop();
    process.exit(0);
  });
} catch (error) {
  process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message, help: error.help })}\n`);
}
