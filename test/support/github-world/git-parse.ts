export type CommitInfo = {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  /** ISO 8601. */
  readonly date: string;
  readonly message: string;
};

export type TreeEntry = {
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  /** Null unless a blob. */
  readonly size: number | null;
  readonly path: string;
};

/** Fields of a commit, apart by a byte no name or message holds. */
export const LOG_FORMAT = '--format=%H%x01%T%x01%P%x01%an%x01%ae%x01%aI%x01%B';

export function parseLog(output: Buffer): CommitInfo[] {
  const records = output
    .toString('utf8')
    .split('\0')
    .filter((record) => record !== '');
  return records.map((record) => {
    const [sha = '', tree = '', parents = '', author = '', email = '', date = '', message = ''] = record.split('\x01');
    const isoDate = new Date(date).toISOString().replace('.000Z', 'Z');
    return {
      sha,
      tree,
      parents: parents.split(' ').filter(Boolean),
      author,
      email,
      date: isoDate,
      message: message.trimEnd(),
    };
  });
}

export function parseTree(output: Buffer): TreeEntry[] {
  const records = output
    .toString('utf8')
    .split('\0')
    .filter((record) => record !== '');
  return records.map((record) => {
    const tab = record.indexOf('\t');
    const [mode = '', type = '', sha = '', size = '-'] = record.slice(0, tab).split(/ +/);
    const path = record.slice(tab + 1);
    return { mode, type: type as TreeEntry['type'], sha, size: size === '-' ? null : Number(size), path };
  });
}
