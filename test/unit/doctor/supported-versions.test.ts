import { expect, it } from '@jest/globals';
import { checkNode } from '../../../src/doctor/check-machine.js';
import { isSupportedGit, isSupportedNode } from '../../../src/doctor/supported-versions.js';

it.each([
  ['18.20.0', false],
  ['20.18.9', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('Node %s is supported: %s', (version, isSupported) => {
  expect(isSupportedNode(version)).toBe(isSupported);
});

it.each([
  ['2.30.9', false],
  ['2.31.0', true],
  ['2.47.1.windows.2', true],
  ['3.0.0', true],
  ['nonsense', false],
])('git %s is supported: %s', (version, isSupported) => {
  expect(isSupportedGit(version)).toBe(isSupported);
});

it('an old Node fails with what to install', () => {
  expect(checkNode('18.0.0')).toMatchObject({ status: 'fail', next: [expect.stringContaining('Node 22')] });
});
