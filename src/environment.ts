import { z } from 'zod';
import { analyzers, count, databaseUrl, githubHost, proxy, seconds, text } from './environment-values.js';
import { DEFAULT_LIMITS, type Limits, PlumblineError } from './review/index.js';

/** Every environment variable, read by the roots only. docs/environment.md is generated from it. */
export const environmentSchema = z.object({
  OPENAI_API_KEY: text.describe('Key of the model endpoint. Not needed for endpoints without one.'),
  OPENAI_BASE_URL: text.describe(
    'Any OpenAI-compatible endpoint. A pasted `/chat/completions`, a missing `/v1` and a trailing slash are understood. Default: OpenAI.',
  ),
  OPENAI_API_VERSION: text.describe('`api-version` of an Azure endpoint.'),
  PLUMBLINE_MODEL: text.describe('Name of the model that reviews (on Azure: of the deployment).'),
  PLUMBLINE_ANALYZERS: analyzers.describe('Static checks that may run, joined by commas, or `none`.'),
  GITHUB_TOKEN: text.describe('Token for `plumbline review pr <url>`: read access to contents and pull requests.'),
  APP_ID: text.describe('Id of the GitHub App (`serve`).'),
  PRIVATE_KEY: text.describe('Private key of the GitHub App, as PEM or base64 of it (`serve`).'),
  PRIVATE_KEY_PATH: text.describe('File with the private key, instead of PRIVATE_KEY (`serve`).'),
  WEBHOOK_SECRET: text.describe(
    'Secret of the App’s webhook (`serve`). There is no default: without it nothing starts.',
  ),
  WEBHOOK_PROXY_URL: text.describe(
    'A smee.io channel that forwards webhooks to a machine without a public address (`serve`).',
  ),
  GHE_HOST: githubHost.describe('Host of a GitHub Enterprise Server, with a port if it has one.'),
  GHE_PROTOCOL: z.enum(['https', 'http']).default('https').describe('Protocol of GHE_HOST.'),
  HOST: text.describe('Address to listen on (`serve`). Default: localhost.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000).describe('Port to listen on (`serve`).'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least level that is logged (`serve`).'),
  DATABASE_URL: databaseUrl.describe(
    'A PostgreSQL server that keeps deliveries, runs and records (`serve`); several processes may share one.',
  ),
  PLUMBLINE_DATA_DIR: z
    .string()
    .trim()
    .min(1)
    .default('.plumbline')
    .describe(
      'Folder for a PostgreSQL of its own, started and stopped with `serve`, when DATABASE_URL is unset; `none`: everything is kept in memory and lost with the process.',
    ),
  PLUMBLINE_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .describe(
      'Days for which answers of the model are kept, for runs that are taken up and changes that come again (`serve`). Records of pull requests stay until the App is uninstalled or the repository deleted.',
    ),
  PLUMBLINE_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('Reviews at once in this process (`serve`).'),
  PLUMBLINE_MAX_REQUESTS: count(1).describe(
    `Model requests of one run at most. Default: ${DEFAULT_LIMITS.maxRequests}.`,
  ),
  PLUMBLINE_MAX_INPUT_TOKENS: count(1_000).describe(
    `Input tokens of one run at most. Default: ${DEFAULT_LIMITS.maxInputTokens}.`,
  ),
  PLUMBLINE_MAX_OUTPUT_TOKENS: count(500).describe(
    `Output tokens of one run at most. Default: ${DEFAULT_LIMITS.maxOutputTokens}.`,
  ),
  PLUMBLINE_MAX_ANSWER_TOKENS: count(500).describe(
    `Output tokens of one answer at most, raised once when reasoning used them up. Default: ${DEFAULT_LIMITS.maxAnswerTokens}.`,
  ),
  PLUMBLINE_CALL_SECONDS: seconds.describe(
    `Seconds one reviewer may run. Raise it for slow local models. Default: ${DEFAULT_LIMITS.callTimeoutMs / 1_000}.`,
  ),
  PLUMBLINE_IDLE_SECONDS: seconds.describe(
    `Seconds without a byte after which an answer counts as stalled. Default: ${DEFAULT_LIMITS.idleTimeoutMs / 1_000}.`,
  ),
  HTTPS_PROXY: proxy.describe(
    'Proxy for requests to the model endpoint and GitHub; HTTP_PROXY and NO_PROXY work too, and all three in small letters.',
  ),
  HTTP_PROXY: proxy.describe('Proxy for plain HTTP requests.'),
  NO_PROXY: text.describe('Hosts that are reached without the proxy.'),
  NO_COLOR: text.describe('When set, the terminal output has no colour.'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** Read the environment. Throws `environment_invalid` with every mistake at once; empty values count as unset. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const { environment, problems } = inspectEnvironment(variables);
  refuseMistakes(problems);
  return environment;
}

/** Throws `environment_invalid` when there is one. */
export function refuseMistakes(problems: readonly string[]): void {
  if (problems.length > 0) throw new PlumblineError('environment_invalid', { problem: problems.join('\n       ') });
}

/** The environment as far as it can be understood, and one sentence for each variable that cannot: it counts as unset. Never throws. */
export function inspectEnvironment(variables: Readonly<Record<string, string | undefined>>): {
  readonly environment: Environment;
  readonly problems: readonly string[];
} {
  const set = Object.fromEntries(
    [...inSmallLetters(variables), ...Object.entries(variables)].filter(
      ([, value]) => value !== undefined && value.trim() !== '',
    ),
  );
  const parsed = environmentSchema.safeParse(set);
  if (parsed.success) return { environment: parsed.data, problems: [] };
  const { issues } = parsed.error;
  const isSound = ([name]: [string, unknown]) => !issues.some((issue) => issue.path[0] === name);
  return {
    environment: environmentSchema.parse(Object.fromEntries(Object.entries(set).filter(isSound))),
    problems: issues.map((issue) => `${shown(issue.path.join('.'), set)}: ${wishOf(issue)}`),
  };
}

/** A variable with its value, unless that may hold a password. */
function shown(name: string, set: Readonly<Record<string, string | undefined>>): string {
  return name === 'DATABASE_URL' ? name : `${name} is "${set[name]}"`;
}

function wishOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'use a whole number';
    case 'too_small':
      return `use at least ${issue.minimum}`;
    case 'too_big':
      return `use at most ${issue.maximum}`;
    case 'invalid_value':
      return `use one of ${issue.values.map(String).join(', ')}`;
    default:
      return issue.message;
  }
}

/** The names most programs look for first. */
function inSmallLetters(variables: Readonly<Record<string, string | undefined>>): [string, string | undefined][] {
  return ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].map((name) => [name, variables[name.toLowerCase()]]);
}

/** The operator's bounds for one run. */
export function ceilingOf(environment: Environment): Limits {
  const { callTimeoutMs, idleTimeoutMs, maxAnswerTokens, maxInputTokens, maxOutputTokens, maxRequests } =
    DEFAULT_LIMITS;
  const ms = (seconds: number | undefined, standard: number) => (seconds === undefined ? standard : seconds * 1_000);
  return {
    ...DEFAULT_LIMITS,
    maxRequests: environment.PLUMBLINE_MAX_REQUESTS ?? maxRequests,
    maxInputTokens: environment.PLUMBLINE_MAX_INPUT_TOKENS ?? maxInputTokens,
    maxOutputTokens: environment.PLUMBLINE_MAX_OUTPUT_TOKENS ?? maxOutputTokens,
    maxAnswerTokens: environment.PLUMBLINE_MAX_ANSWER_TOKENS ?? maxAnswerTokens,
    callTimeoutMs: ms(environment.PLUMBLINE_CALL_SECONDS, callTimeoutMs),
    idleTimeoutMs: ms(environment.PLUMBLINE_IDLE_SECONDS, idleTimeoutMs),
  };
}

/** Web host of the repositories, with its port if it has one. */
export function githubHostOf({ GHE_HOST }: Environment): string {
  return GHE_HOST ?? 'github.com';
}
