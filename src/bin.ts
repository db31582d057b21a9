#!/usr/bin/env node
import { main } from './cli.js';
import { startFolder } from './start-folder.js';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the output has seen enough (`| head`): the exit status still tells how the review ended.
    if (error.code !== 'EPIPE') throw error;
  });
}

process.chdir(startFolder(process.env) ?? '.');

process.exitCode = await main(process.argv.slice(2), process.env, {
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt: (stop) => {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  },
});
