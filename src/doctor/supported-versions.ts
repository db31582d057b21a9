/** The same as `engines` of package.json; a test holds the two together. */
export const SUPPORTED_NODE = '^20.19 || >=22.12';

const LEAST_GIT = [2, 31] as const;
/** As the catalogue of errors says it. */
export const SUPPORTED_GIT = LEAST_GIT.join('.');

export function isSupportedNode(version: string): boolean {
  const [major, minor] = numbersIn(version);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

export function isSupportedGit(version: string): boolean {
  const [major, minor] = numbersIn(version);
  return major > LEAST_GIT[0] || (major === LEAST_GIT[0] && minor >= LEAST_GIT[1]);
}

function numbersIn(version: string): readonly [number, number] {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}
