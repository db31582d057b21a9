import { ERRORS, PlumblineError } from './review/index.js';

type Asked = {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  /** Root of the REST API. */
  readonly apiUrl: string;
  readonly hasToken: boolean;
};

const NO_TOKEN =
  'GITHUB_TOKEN is not set: without one GitHub shows public repositories only, and answers 60 requests an hour';

/** Say of a pull request that could not be read which address was asked, and that no token was shown. Returns the error. */
export function explainGithubError(error: unknown, asked: Asked): unknown {
  if (!(error instanceof PlumblineError)) return error;
  const { code, facts } = error;
  const withToken = (help: string) => (asked.hasToken ? help : `${help}\n${NO_TOKEN}`);
  if (code === 'provider_failed' && facts.status === 'nothing') {
    const url = addressOf(String(facts.request), asked);
    const help = withToken(ERRORS.provider_unreached.help);
    return new PlumblineError('provider_unreached', { url, host: new URL(url).host }, { cause: error, help });
  }
  if (asked.hasToken || (code !== 'provider_denied' && code !== 'provider_rate_limited')) return error;
  return new PlumblineError(code, facts, { cause: error, help: withToken(error.help) });
}

/** The address that was asked, of a route such as `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
function addressOf(route: string, { apiUrl, number, owner, repo }: Asked): string {
  const known: Readonly<Record<string, string>> = { owner, repo, pull_number: String(number) };
  const path = route.replace(/^[A-Z]+ /, '').replace(/\{(\w+)\}/g, (place, name: string) => known[name] ?? place);
  return `${apiUrl.replace(/\/+$/, '')}${path}`;
}
