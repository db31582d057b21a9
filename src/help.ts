export const VERSION = '0.1.0';

export const HELP = `plumbline: a pull-request reviewer that says what it read

usage:
  plumbline review [target] [options] [-- paths]
  plumbline serve                        the GitHub App
  plumbline run list|show|cancel|retry   the runs of the App
  plumbline record show <pr url>         what is known of one pull request
  plumbline doctor [--json]              what is wrong with this installation, and what to do
  plumbline config check|schema|docs     the settings in .github/plumbline.yml
  plumbline help [command]               the same as plumbline <command> --help
  plumbline --version                    or -v

begin with:
  plumbline doctor                       whether everything a review needs is there
  plumbline review commit HEAD           the newest commit of this repository
  plumbline review base main             what HEAD adds since it left main
  plumbline review commit HEAD --no-model   static checks alone, without a model

environment: PLUMBLINE_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL (docs/environment.md)

exit status: 0 done; 1 error; 2 usage; others: plumbline help review
`;

const REVIEW_HELP = `plumbline review: review a change and say what was read

usage:
  plumbline review [target] [options] [-- paths]

targets:
  uncommitted          staged, unstaged and untracked changes (the default)
  base <branch>        what HEAD adds since it left <branch>
  range <a>..<b>       from a to b; <a>...<b>: from their merge base
  commit <sha>         one commit
  pr <url>             a pull request on GitHub (GITHUB_TOKEN)
  "a whole sentence"   the uncommitted changes, with this focus

paths: only these files and folders, named from the top of the repository

options:
  --fail-on <severity> exit with 10 at this severity or above: critical, high, medium, low, info, never
  --explain            also show what was withheld, and why, and every minor finding
  --json               one JSON document (schema/report.schema.json)
  --sarif              SARIF 2.1.0, for code scanning
  --markdown           one document
  --block              a bounded, labelled block for other agents
  --output <file>      write it there besides: .txt, .json, .sarif, .md or .block; may be repeated
  --preview            show what would be reviewed; makes no model request
  --mode standard      the mode
  --model <name>       instead of PLUMBLINE_MODEL
  --no-model           static checks alone
  --repo <dir>         review in this directory

environment: PLUMBLINE_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL (docs/environment.md)

exit status: 0 reviewed, below --fail-on; 1 error; 2 usage; 3 nothing to review;
  4 incomplete (limited, stale or failed); 10 findings at or above --fail-on; 130 interrupted
`;

const SERVE_HELP = `plumbline serve: the GitHub App; reviews pull requests when they are opened or when somebody comments /review

usage:
  plumbline serve

needs, from the environment:
  APP_ID               number of the GitHub App (app.yml describes the App)
  PRIVATE_KEY          its private key, or PRIVATE_KEY_PATH: the .pem file
  WEBHOOK_SECRET       the secret of its webhook; there is no default
  a way in             the webhook URL of the App ends in /api/github/webhooks and reaches this machine;
                       without a public address: WEBHOOK_PROXY_URL, a smee.io channel
and for the reviewer:
  PLUMBLINE_MODEL      with OPENAI_API_KEY or OPENAI_BASE_URL; without a model static checks alone

may be set: HOST (localhost), PORT (3000), LOG_LEVEL, GHE_HOST, PLUMBLINE_CONCURRENCY and more (docs/environment.md)

check it first: plumbline doctor
it runs until Ctrl-C or SIGTERM and logs JSON lines to standard output

exit status: 0 told to stop; 1 error; 2 usage or a mistaken environment
`;

const RUN_HELP = `plumbline run: the runs of a service, over its database

usage:
  plumbline run list [--json]
  plumbline run show <run id> [--json]
  plumbline run cancel <run id>
  plumbline run retry <run id>
  plumbline run purge

list     the newest 50, each with what asked for it and how it ended
show     one run: job, phase, outcome, verdict, coverage, freshness, cost and findings
cancel   stops a run, as /review cancel does, and waits until it has stopped
retry    reviews the same once more, in a run of its own, and waits until it has begun
purge    deletes what expires by itself (PLUMBLINE_RETENTION_DAYS) now: answers of the model, not the records

The id of a run stands in its check run's external id and in every line of the log. The database is that of plumbline serve:
DATABASE_URL, or the one in PLUMBLINE_DATA_DIR while the service runs.

exit status: 0 done; 1 error; 2 usage
`;

const RECORD_HELP = `plumbline record: what is known of a pull request

usage:
  plumbline record show <pr url> [--json]

its runs, newest first, and the findings that are known, with what people said of them. The database is that of plumbline serve.

exit status: 0 done; 1 error; 2 usage
`;

const DOCTOR_HELP = `plumbline doctor: look at everything a review needs, and say what to do about what is wrong

usage:
  plumbline doctor [options]

looks at: Node, git, the settings of the repository, the programs of the static checks, the environment, the model endpoint
(key, model, tools, token counts, context), GITHUB_TOKEN, and for serve the GitHub App (key, permissions, events,
installations, webhook and its newest deliveries). What is not configured is skipped.

options:
  --json               one JSON document
  --repo <dir>         look for a repository in this directory

each line: ok, warn, fail or skip, a name, what was found; what to do next stands under it. No secret is shown.
What is skipped for one reason is one line; --json has every check.
cost: one tiny request to the model, repeated only as far as the endpoint refuses its form; the last line tells the number.

exit status: 0 nothing failed; 1 something did; 2 usage
`;

const CONFIG_HELP = `plumbline config: the settings of a repository, .github/plumbline.yml

usage:
  plumbline config check [file] [--json] [--repo <dir>]
  plumbline config schema
  plumbline config docs

check    reads the file of this repository, or the one that is named: each mistake with its line and what to do, or what
         differs from the defaults. Reviews obey the file of the base branch alone.
schema   prints the JSON schema, for editors
docs     prints what every setting means

exit status: 0 the file can be obeyed, or there is none and the defaults apply; 1 it has mistakes; 2 usage
`;

/** By command. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['review', REVIEW_HELP],
  ['serve', SERVE_HELP],
  ['run', RUN_HELP],
  ['record', RECORD_HELP],
  ['doctor', DOCTOR_HELP],
  ['config', CONFIG_HELP],
  ['help', HELP],
]);

/** The help of one command, of all when none is named; null when there is no such command. */
export function helpOf(command: string | undefined): string | null {
  return command === undefined || command.startsWith('-') ? HELP : (PAGES.get(command) ?? null);
}
