import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { submitsReview } from '../support/model-stand-in/index.js';
import { openScene, type Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

describe('a /review comment', () => {
  it('ends as one honest check run on the commit that was analysed', async () => {
    const { checks, comments, completedCheck, headSha } = await scene.openPullRequest();
    expect((await comments('/review')).status).toBe(200);
    const check = await completedCheck();
    expect(check).toMatchObject({ name: 'Review', headSha, conclusion: 'success', output: { title: 'No findings in 1 of 1 files' } });
    expect(checks()).toHaveLength(1);
    expect(scene.model.problems).toEqual([]);
  });
});
