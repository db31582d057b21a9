#!/usr/bin/env node
import { constants } from 'node:os';
import { main } from './cli.js';
import { startFolder } from './start-folder.js';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the output has seen enough (`| head`): the exit status still tells how the review ended.
    if (error.code === 'EPIPE') return;
    // Nothing more can be said where the words themselves cannot be written.
    if (stream === process.stdout)
      process.stderr.write(`error: the output cannot be written: ${error.code ?? error.message}\n`);
    process.exit(1);
  });
}

let isStopping = false;

process.chdir(startFolder(process.env) ?? '.');

process.exitCode = await main(process.argv.slice(2), process.env, {
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt: (stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) onSignal(signal, stop);
  },
});

/**
 * The first signal asks for an orderly end, another one ends at once. The listener stays: a library that watches over a child
 * of ours takes a signal nobody listens to for the end, and would end us before we have cleaned up.
 */
function onSignal(signal: 'SIGINT' | 'SIGTERM', stop: () => void): void {
  process.on(signal, () => {
    if (isStopping) process.exit(128 + constants.signals[signal]);
    isStopping = true;
    stop();
  });
}
