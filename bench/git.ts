import { createGitRepository } from '../test/support/git-repository.js';
import { generateFiles } from './generate-change.js';
import { type Measure, measuresOf } from './measure.js';
import { PROGRAM, runMeasured } from './run-measured.js';

const COUNTS = [20, 3_000];

/** The same changes as commits of a real repository, planned by the command. */
export async function measureGit(): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const count of COUNTS) {
    const { peakMb, userMs, wallMs } = await planInRepository(count);
    measures.push(
      ...measuresOf(`git/${count} files`, {
        'planning, wall': [wallMs, 'ms'],
        'planning, user': [userMs, 'ms'],
        'peak memory': [peakMb, 'MB'],
      }),
    );
  }
  return measures;
}

async function planInRepository(count: number) {
  const repository = createGitRepository();
  try {
    const files = [...generateFiles({ kind: 'files', count })];
    repository.commit({
      'README.md': 'base\n',
      ...Object.fromEntries(files.flatMap(({ path, base }) => (base === null ? [] : [[path, base]]))),
    });
    repository.commit(Object.fromEntries(files.map(({ path, head }) => [path, head])));
    return await runMeasured([PROGRAM, 'review', 'commit', 'HEAD', '--preview', '--json'], {
      directory: repository.directory,
      variables: { ...repository.environment },
    });
  } finally {
    repository.remove();
  }
}
