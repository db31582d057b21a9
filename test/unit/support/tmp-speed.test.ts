import { it } from '@jest/globals';
import { createGithubWorld } from '../../support/github-world/index.js';
it('speed', async () => {
  for (let i = 0; i < 4; i++) {
    const t0 = performance.now();
    const w = await createGithubWorld();
    const t1 = performance.now();
    const shop = await w.createRepository('o/r');
    const t2 = performance.now();
    await shop.commit('main', { a: 'a' });
    await shop.commit('t', { a: 'b' });
    const t3 = performance.now();
    await shop.openPullRequest({ head: 't' });
    const t4 = performance.now();
    await w.close();
    process.stdout.write([t1 - t0, t2 - t1, t3 - t2, t4 - t3, performance.now() - t4].map((x) => x.toFixed(1)).join(' ') + '\n');
  }
});
