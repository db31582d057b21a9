import { expect, it } from '@jest/globals';
import { aComment, aTrigger } from '../../../support/builders/intake.js';
import { anIntake } from '../../../support/builders/intake-world.js';

it.each([
  ['process-ended-too-often', aComment(), ['check on b', 'Not reviewed: the review was given up', 'confused']],
  ['version-gone', aTrigger('pushed'), ['check on b', 'Not reviewed: the review was given up']],
] as const)(
  'a delivery that was given up (%s) has its check ended, and is no run that goes on',
  async (reason, trigger, told) => {
    const { giveUp, seen } = anIntake({ permissions: { ada: 'write' } });
    await giveUp(trigger, reason);
    expect(seen.filter((what) => what !== 'pull request')).toEqual(told);
  },
);
