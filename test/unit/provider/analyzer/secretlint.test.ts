import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { checkWithSecretlint } from '../../../../src/provider/analyzer/secretlint/check-with-secretlint.js';
import { aHeadFile } from '../../../support/builders/head-file.js';

// Put together here, so that no scanner takes this file for a leak.
const GITHUB = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`;
const AWS = `${'wJalrXUtnFEMI/K7MDENG/bPxRfi'}CYZZZZZLEKEY`;
const REGISTRY = `npm_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`;
const PEM_LINES = ['MIIEowIBAAKCAQEA', 'b2', 'c3'].map(
  (start, at) => `${start}${String(at).repeat(64 - start.length)}`,
);
const [BEGIN, END] = ['BEGIN', 'END'].map((word) => `-----${word} RSA PRIVATE KEY-----`);
const PEM = [BEGIN, ...PEM_LINES, END].join('\n');

function check(text: string, path = 'a.txt') {
  return checkWithSecretlint(aHeadFile({ path, text }));
}

async function told(text: string, path?: string) {
  return (await check(text, path)).findings.map(
    ({ startLine, ruleId, severity }) => `${startLine} ${ruleId} ${severity}`,
  );
}

describe('secretlint', () => {
  it.each([
    ['a GitHub token', `\nconst t = "${GITHUB}";\n`, 'a.ts', ['2 github/GITHUB_TOKEN high']],
    ['an AWS key', `aws_secret_access_key = "${AWS}"\n`, 'a.ini', ['1 aws/AWSSecretAccessKey high']],
    ['a registry token', `x=${REGISTRY}\n`, 'a.sh', ['1 npm/NPM_ACCESS_TOKEN high']],
    [
      'a token of a registry configuration',
      `//r.test/:_authToken=deadbeef-cafe\n`,
      'x/.npmrc',
      ['1 npm/Npmrc_authToken high'],
    ],
    ['a private key', `x\n${PEM}\n`, 'id_rsa', ['2 privatekey/PrivateKey critical']],
    [
      'a private key on one line',
      `k = "${PEM.replaceAll('\n', '\\n')}"\n`,
      'a.py',
      ['1 privatekey/PrivateKey critical'],
    ],
    ['a private key of a test', PEM, 'test/id_rsa', ['1 privatekey/PrivateKey low']],
    ['a password in a URL', 'https://admin:s3cr3tXy9@db.corp.test/x\n', 'a.md', ['1 basicauth/BasicAuth medium']],
    [
      'a made-up password of a test',
      'https://admin:s3cr3tXy9@db.corp.test/x\n',
      'test/a.md',
      ['1 basicauth/BasicAuth info'],
    ],
  ])('finds %s', async (_name, text, path, expected) => {
    expect(await told(text, path)).toEqual(expected);
  });

  it('says nothing of what only looks like one', async () => {
    expect(await told('token = process.env.GITHUB_TOKEN; sha512-abcdef; https://user:password@host.test\n')).toEqual(
      [],
    );
  });

  it.each([
    ['a token', `t = "${GITHUB}"`, [GITHUB], 'a.txt'],
    ['a key whose range begins before it', `aws_secret_access_key   =   "${AWS}"`, [AWS], 'a.txt'],
    ['a registry token', '//r.test/:_authToken=d3adb33f-c4f3-1a2b', ['d3adb33f-c4f3-1a2b'], '.npmrc'],
    ['a private key', PEM, PEM_LINES, 'a.pem'],
    ['a private key with CRLF', PEM.replaceAll('\n', '\r\n'), PEM_LINES, 'a.pem'],
  ])('hands over %s to be masked, and never says it', async (_name, text, secrets, path) => {
    const { findings, secrets: told } = await check(text, path);
    expect(findings).toHaveLength(1);
    expect(told).toEqual(secrets);
    for (const secret of secrets) expect(JSON.stringify(findings)).not.toContain(secret.slice(0, 12));
  });

  it.each([
    ['function', (word: string) => `password = "${word}"`],
    ['authentication', (word: string) => `https://user:${word}@db.corp.test/x`],
    ['createBoundedAnalyzer', (word: string) => `postgres://user:${word}@db.corp.test/x`],
    ['src/provider/check.ts', (word: string) => `//r.test/:_authToken=${word}`],
    ['dangerouslySetInnerHTML', (word: string) => `${BEGIN}\n${word}\n${END}`],
    ['validateAuthenticationTokenForUserAccoun', (word: string) => `aws_secret_access_key = "${word}"`],
    ['src/payments/chargeCustomers2/application', (word: string) => `AWS_SECRET_ACCESS_KEY=${word.slice(0, 40)}`],
    ['functionfunctionfunctionfunctionfunction', (word: string) => `aws_secret_access_key: ${word}`],
  ])('does not let a change have %s masked', async (word, write) => {
    const told = [await check(write(word)), await check(write(word), '.npmrc')];
    expect(told.flatMap(({ secrets = [] }) => secrets)).toEqual([]);
  });

  it('hands over keys of AWS whatever letters they have', async () => {
    const keys = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((seed) =>
      createHash('sha512').update(seed).digest('base64').slice(0, 40),
    );
    const { secrets } = await check(keys.map((key) => `aws_secret_access_key = "${key}"\n`).join(''));
    expect(secrets).toEqual(keys);
  });

  it.each([65_536, 131_072])('finds a secret that lies across %i characters', async (boundary) => {
    for (const before of [1, 20, GITHUB.length - 1]) {
      const text = `${'x\n'.repeat(boundary).slice(0, boundary - before - 1)}\n${GITHUB}\n`;
      expect((await check(text)).secrets).toEqual([GITHUB]);
    }
  });

  it('hands over a secret of a line that was there before, and says nothing of it', async () => {
    const file = aHeadFile({ text: `t = "${GITHUB}"\nnew\n`, addedLines: [{ start: 2, end: 2 }] });
    expect(await checkWithSecretlint(file)).toMatchObject({ findings: [], secrets: [GITHUB] });
  });

  it.each([
    ['CRLF', `a\r\n${GITHUB}\r\n`, 2],
    ['a byte order mark', `\uFEFF${GITHUB}\n`, 1],
    ['letters of several bytes before it', `é😀 = "${GITHUB}"\n`, 1],
    ['other line ends', `a\u2028b\rc\n${GITHUB}`, 2],
  ])('finds the right line with %s', async (_name, text, line) => {
    expect(await check(text)).toMatchObject({ findings: [{ startLine: line, endLine: line }], secrets: [GITHUB] });
  });

  it.each([
    `// secretlint-disable\n${GITHUB}`,
    `/* secretlint-disable */\n${GITHUB}`,
    `# secretlint-disable\n${GITHUB}`,
    `<!-- secretlint-disable -->\n${GITHUB}`,
    `${GITHUB} // secretlint-disable-line`,
    `${GITHUB} # secretlint-disable-line`,
    `// secretlint-disable-next-line\n${GITHUB}`,
    `/* secretlint-disable @secretlint/secretlint-rule-github -- test */\n${GITHUB}`,
    `// eslint-disable\n# noqa\n${GITHUB} // gitleaks:allow pragma: allowlist secret`,
  ])('is not silenced by %j', async (text) => {
    const line = text.slice(0, text.indexOf(GITHUB)).split('\n').length;
    expect(await told(text)).toEqual([`${line} github/GITHUB_TOKEN high`]);
  });

  it.each(['.secretlintrc.json', '.secretlintignore', 'node_modules/a.js', 'a.p12', 'package.json', 'dist/a.min.js'])(
    'looks at a file whatever its name is: %s',
    async (path) => {
      expect(await told(`"${GITHUB}"`, path)).toEqual(['1 github/GITHUB_TOKEN high']);
    },
  );

  it('opens no file, whatever the path says', async () => {
    expect(await told('x', '/etc/passwd.p12')).toEqual([]);
  });

  it('has nothing to say of an empty file', async () => {
    expect(await check('')).toEqual({ findings: [], isReadable: true, secrets: [] });
  });
});
