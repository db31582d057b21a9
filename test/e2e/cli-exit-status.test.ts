import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandLine, createShop, findsTheRetry, openCommandLine } from '../support/command-line.js';
import type { GitRepository } from '../support/git-repository.js';
import { refuses, submitsReview, waitsFor } from '../support/model-stand-in/index.js';

let line: CommandLine;
let shop: GitRepository;

beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());
beforeEach(() => {
  shop = createShop();
});
afterEach(() => shop.remove());

const statusOf = async (...words: string[]) => (await line.plumbline(shop, ['review', ...words])).status;

describe('the exit status', () => {
  beforeEach(() => line.model.script([]));

  it('is 0 for work that was read whole and has not changed', async () => {
    expect(await statusOf()).toBe(0);
  });

  it('is 1 when the repository cannot be read', async () => {
    writeFileSync(join(shop.directory, '.git/index'), 'broken');
    expect(await statusOf()).toBe(1);
  });

  it('is 2 for a usage error and 3 for nothing to review', async () => {
    expect(await statusOf('--nonsense')).toBe(2);
    expect(await statusOf('range', 'HEAD..HEAD')).toBe(3);
  });

  it.each([
    ['a binary file', () => shop.write({ 'model.bin': Buffer.from([0, 1]) })],
    ['a lockfile that the settings do not accept', () => shop.write({ 'package-lock.json': '{}\n' })],
    ['a model that refuses', () => line.model.script(Array(4).fill(refuses('No.')))],
    [
      'a model that says it assessed nothing',
      () => line.model.script(Array(4).fill(submitsReview({ assessed: false }))),
    ],
  ])('is 4 with %s', async (_title, happens) => {
    happens();
    expect(await statusOf()).toBe(4);
  });

  it('is 0 with a lockfile that the settings accept', async () => {
    shop.commit({ '.github/plumbline.yml': 'accept: [lockfile]\n' });
    shop.write({ 'package-lock.json': '{}\n', 'src/charge.ts': 'x\n' });
    expect(await statusOf()).toBe(0);
  });

  it.each([
    [10, 'high', 'medium'],
    [10, 'high', 'high'],
    [0, 'high', 'critical'],
    [0, 'critical', 'never'],
    [0, 'high', null],
  ])('is %d with a finding of severity %s and the threshold %s', async (status, severity, threshold) => {
    line.model.script([findsTheRetry({ severity })]);
    expect(await statusOf(...(threshold === null ? [] : ['--fail-on', threshold]))).toBe(status);
  });

  it('is 10 also when something else was not read', async () => {
    shop.write({ 'model.bin': Buffer.from([0, 1]) });
    line.model.script([findsTheRetry()]);
    expect(await statusOf('--fail-on', 'high')).toBe(10);
  });

  it('is 10 by the threshold of the settings, also when they ask for whole coverage', async () => {
    shop.commit({ '.github/plumbline.yml': 'fail_on: high\nstrict_coverage: true\n', 'src/charge.ts': '' });
    shop.write({ 'src/charge.ts': '  return retry(() => provider.charge());\n' });
    line.model.script([findsTheRetry()]);
    expect(await statusOf()).toBe(10);
  });

  it('is 0 when the finding is withheld, whatever its severity', async () => {
    line.model.script([findsTheRetry({ severity: 'critical', evidence: 'nowhere' })]);
    expect(await statusOf('--fail-on', 'info')).toBe(0);
  });
});

describe('Ctrl-C', () => {
  it('while the model answers ends with what is known, and 130', async () => {
    const seen = line.model.requests.length;
    let interrupt: () => void = () => {};
    line.model.script([waitsFor(new Promise(() => {}))]);
    const { status, stdout } = await line.plumbline(shop, ['review', '--json'], {
      onInterrupt: (stop) => {
        interrupt = stop;
      },
      onProgress: (text) => {
        if (text.startsWith('reviewing')) pressWhen(() => line.model.requests.length > seen, interrupt);
      },
    });
    expect(status).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({
      title: 'Not reviewed: cancelled',
      freshness: 'unknown',
      coverage: { files: [{ path: 'src/charge.ts', state: 'failed', reason: 'cancelled' }] },
    });
  });

  it('during the last look keeps what the model found', async () => {
    let interrupt: () => void = () => {};
    line.model.script([findsTheRetry()]);
    const { status, stdout } = await line.plumbline(shop, ['review', '--json', '--fail-on', 'low'], {
      onInterrupt: (stop) => {
        interrupt = stop;
      },
      onProgress: (text) => {
        if (text.startsWith('checking')) interrupt();
      },
    });
    expect(status).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ freshness: 'unknown', counts: { published: 1 } });
  });

  it('before anything is read says so, and 130', async () => {
    const { status, stdout, stderr } = await line.plumbline(shop, ['review'], { onInterrupt: (stop) => stop() });
    expect([status, stdout, stderr]).toEqual([130, '', 'interrupted before anything was reviewed\n']);
  });
});

function pressWhen(isThere: () => boolean, press: () => void): void {
  const timer = setInterval(() => {
    if (!isThere()) return;
    clearInterval(timer);
    press();
  }, 5);
}
