// What the command loads when it is needed is loaded here at once: jest may link a module that two calls ask for at the same
// time twice, and then neither ever gets it.
import 'undici';
import '../../src/config-command.js';
import '../../src/doctor-command.js';
import '../../src/open-model.js';
import '../../src/provider/git/index.js';
import '../../src/provider/github/index.js';
import '../../src/review-command.js';
import '../../src/run-command.js';
import '../../src/serve-command.js';
import { main } from '../../src/cli.js';
import { createGitRepository, type GitRepository } from './git-repository.js';
import { type ModelStandIn, startModelStandIn, submitsReview, withUsage } from './model-stand-in/index.js';
import type { CommandResult } from './run-command.js';

/**
 * The command line inside the test's own process: real git, a real model endpoint on the loopback, and streams that keep what
 * was written. What only a process can show (signals, the working folder, pipes) is tried with `runCommand`.
 */
export type CommandLine = {
  readonly model: ModelStandIn;
  /** Of the model endpoint. */
  readonly variables: Readonly<Record<string, string>>;
  /** `plumbline <words>` in a repository. Never rejects for an exit status. */
  readonly plumbline: (
    shop: Pick<GitRepository, 'directory' | 'environment'>,
    words: readonly string[],
    options?: PlumblineOptions,
  ) => Promise<CommandResult>;
  readonly close: () => Promise<void>;
};

export type PlumblineOptions = {
  /** On top of those of the endpoint; undefined takes one away. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Columns of a terminal; left out, the output is a pipe. */
  readonly terminalColumns?: number;
  /** Gets what Ctrl-C does. */
  readonly onInterrupt?: (stop: () => void) => void;
  /** Gets every piece of progress as it is written. */
  readonly onProgress?: (text: string) => void;
};

/** Joined here, so that no scanner takes it for a leak; it must never be seen in any output. */
export const COMMAND_LINE_KEY = ['sk', 'command-line-0123456789abcdef'].join('-');

export async function openCommandLine(): Promise<CommandLine> {
  const model = await startModelStandIn();
  const variables = {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: COMMAND_LINE_KEY,
    PLUMBLINE_MODEL: 'stand-in',
    // What static checks do is tried by itself: they take a second each.
    PLUMBLINE_ANALYZERS: 'none',
  };
  return {
    model,
    variables,
    plumbline: async (shop, words, options = {}) => {
      const out: string[] = [];
      const err: string[] = [];
      const { terminalColumns: columns } = options;
      const screen = columns === undefined ? {} : { isTTY: true, columns };
      const given = { ...shop.environment, ...variables, ...options.variables };
      const [command, ...rest] = words;
      const argv = command === 'review' ? [command, ...repoOption(rest, shop.directory), ...rest] : words;
      const status = await main(argv, given, {
        stdout: { write: (text) => out.push(text), ...screen },
        stderr: {
          write: (text) => {
            err.push(text);
            options.onProgress?.(text);
          },
          ...screen,
        },
        onInterrupt: (stop) => options.onInterrupt?.(stop),
      });
      return { status, stdout: out.join(''), stderr: err.join('') };
    },
    close: model.close,
  };
}

/** The test's own working folder is never the one that is meant. */
function repoOption(words: readonly string[], directory: string): string[] {
  return words.includes('--repo') ? [] : ['--repo', directory];
}

/** A repository with one committed file, and a change of it that is not committed. */
export function createShop(): GitRepository {
  const shop = createGitRepository();
  shop.commit({ 'src/charge.ts': PLAIN });
  shop.write({ 'src/charge.ts': RETRIED });
  return shop;
}

export const PLAIN = 'export function charge() {\n  return provider.charge();\n}\n';
export const RETRIED = 'export function charge() {\n  return retry(() => provider.charge());\n}\n';

/** A review with one finding on the line that `createShop` changes, and usage that never varies. */
export function findsTheRetry(finding: Readonly<Record<string, unknown>> = {}) {
  const charge = { path: 'src/charge.ts', evidence: '  return retry(() => provider.charge());', ...THE_RETRY };
  return withUsage(submitsReview({ findings: [{ ...charge, ...finding }] }), USAGE);
}

export const USAGE = { prompt_tokens: 1_200, completion_tokens: 300 };

const THE_RETRY = {
  severity: 'high',
  category: 'correctness',
  title: 'Retry sends the payment twice',
  body: 'charge() is retried after a time-out, but the first request may have gone through.',
  trigger: 'the provider answers after 30 s',
  suggestion: 'send one idempotency key for all tries of one order',
};

/** The only words of a screen that differ from run to run. */
export function withoutTimes(screen: string): string {
  return screen.replace(/(tokens, )\d[\w. ]*?(?=\n)/g, '$1<time>');
}
