import { ceilingOf, type Environment, environmentSchema } from '../environment.js';
import { nearestNames } from '../review/index.js';
import { type Check, fail, ok, warn } from './check.js';
import type { DoctorWorld } from './doctor-world.js';

type Variables = DoctorWorld['variables'];
type Contradiction = { readonly problem: string; readonly step: string };

const KNOWN = Object.keys(environmentSchema.shape);
/** Names other programs use for the same thing. Those that are likely set for such a program are not among them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  OPENAI_MODEL: 'PLUMBLINE_MODEL',
  OPENAI_API_BASE: 'OPENAI_BASE_URL',
  GITHUB_APP_ID: 'APP_ID',
  APP_PRIVATE_KEY: 'PRIVATE_KEY',
  GITHUB_APP_PRIVATE_KEY: 'PRIVATE_KEY',
  GITHUB_WEBHOOK_SECRET: 'WEBHOOK_SECRET',
  WEBHOOK_PROXY: 'WEBHOOK_PROXY_URL',
};

/** Whether the variables can be understood and do not contradict each other. */
export function checkEnvironment({ environment, environmentProblems, variables }: DoctorWorld): Check {
  if (environmentProblems.length > 0) {
    const found = environmentProblems.map(withoutUserInfo).join('; ');
    return fail('environment', found, 'correct them; docs/environment.md tells what each takes');
  }
  const contradictions = [...contradictionsIn(environment, variables), ...strayNamesIn(variables)];
  if (contradictions.length > 0) {
    const found = contradictions.map(({ problem }) => problem).join('; ');
    return warn('environment', found, ...contradictions.map(({ step }) => step));
  }
  const setCount = KNOWN.filter((name) => isSet(variables, name)).length;
  return ok('environment', `${setCount} ${setCount === 1 ? 'variable is' : 'variables are'} set, all understood`);
}

/** Name and password of an address never leave, however the rest of it is written. */
function withoutUserInfo(problem: string): string {
  return problem.replace(/[^"/\s]*@/g, '[masked]@');
}

function isSet(variables: Variables, name: string): boolean {
  return (variables[name]?.trim() ?? '') !== '';
}

function contradictionsIn(environment: Environment, variables: Variables): readonly Contradiction[] {
  const { callTimeoutMs, idleTimeoutMs, maxAnswerTokens, maxOutputTokens } = ceilingOf(environment);
  const host = environment.GHE_HOST?.replace(/^https?:\/\//i, '').replace(/\/+$/, '');
  const hasAppPart = ['PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'WEBHOOK_SECRET'].find((name) => isSet(variables, name));
  const rules: readonly (readonly [boolean, string, string])[] = [
    [
      isSet(variables, 'PRIVATE_KEY') && isSet(variables, 'PRIVATE_KEY_PATH'),
      'PRIVATE_KEY and PRIVATE_KEY_PATH are both set, and PRIVATE_KEY is the one that is read',
      'unset one of PRIVATE_KEY and PRIVATE_KEY_PATH',
    ],
    [
      hasAppPart !== undefined && !isSet(variables, 'APP_ID'),
      `${hasAppPart} is set, but APP_ID is not`,
      'set APP_ID to the number of the GitHub App, or unset the rest of it',
    ],
    [
      isSet(variables, 'GHE_PROTOCOL') && host === undefined,
      'GHE_PROTOCOL has no effect without GHE_HOST',
      'set GHE_HOST, or unset GHE_PROTOCOL',
    ],
    [
      host === 'github.com' || host === 'api.github.com',
      `GHE_HOST is ${host}, which is no server of your own`,
      'unset GHE_HOST',
    ],
    [
      idleTimeoutMs > callTimeoutMs,
      `PLUMBLINE_IDLE_SECONDS (${idleTimeoutMs / 1_000}) is more than PLUMBLINE_CALL_SECONDS (${callTimeoutMs / 1_000}) and never reached`,
      'lower PLUMBLINE_IDLE_SECONDS or raise PLUMBLINE_CALL_SECONDS',
    ],
    [
      maxAnswerTokens > maxOutputTokens,
      `PLUMBLINE_MAX_ANSWER_TOKENS (${maxAnswerTokens}) is more than PLUMBLINE_MAX_OUTPUT_TOKENS (${maxOutputTokens})`,
      'lower PLUMBLINE_MAX_ANSWER_TOKENS or raise PLUMBLINE_MAX_OUTPUT_TOKENS',
    ],
  ];
  return rules.filter(([applies]) => applies).map(([, problem, step]) => ({ problem, step }));
}

/** Variables that were meant for us and are not read. */
function strayNamesIn(variables: Variables): readonly Contradiction[] {
  const others = Object.entries(OTHER_NAMES)
    .filter(([other, name]) => isSet(variables, other) && !isSet(variables, name))
    .map(([other, name]) => ({ problem: `${other} is set, but not read`, step: `set ${name} instead of ${other}` }));
  const misspelt = Object.keys(variables)
    .filter((name) => name.startsWith('PLUMBLINE_') && !KNOWN.includes(name) && isSet(variables, name))
    .map((name) => {
      const [meant] = nearestNames(name, KNOWN, 1);
      const step = meant === undefined ? `unset ${name}` : `set ${meant} instead of ${name}`;
      return { problem: `${name} is no variable of plumbline`, step };
    });
  return [...others, ...misspelt];
}
