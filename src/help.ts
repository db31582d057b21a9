export const VERSION = '0.1.0';

export const HELP = `plumbline: a pull-request reviewer that says what it read

usage:
  plumbline review [target] [options] [-- paths]
  plumbline serve

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
  --explain            also show what was withheld, and why
  --json               one JSON document (schema/report.schema.json)
  --sarif              SARIF 2.1.0, for code scanning
  --markdown           one document
  --block              a bounded, labelled block for other agents
  --output <file>      write it there besides: .txt, .json, .sarif, .md or .block; may be repeated
  --preview            show what would be reviewed; makes no model request
  --mode standard      the mode
  --model <name>       instead of PLUMBLINE_MODEL
  --repo <dir>         review in this directory

environment: PLUMBLINE_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL (docs/environment.md)

exit status: 0 reviewed, below --fail-on; 1 error; 2 usage; 3 nothing to review;
  4 incomplete (limited, stale or failed); 10 findings at or above --fail-on; 130 interrupted
`;
