import { createGitChangeSource } from '../../src/provider/git/index.js';
import { createGitRepository } from '../support/git-repository.js';
import { describeChangeSource } from './describe-change-source.js';

describeChangeSource('a git repository', async (before, after) => {
  const repository = createGitRepository();
  const from = repository.commit(before);
  const to = repository.commit(after);
  const { directory, environment } = repository;
  const request = { kind: 'range', from, to, symmetric: false } as const;
  return { source: createGitChangeSource({ directory, request, environment }), close: repository.remove };
});
