/** One entry of `--raw -z`: what changed, before anything is known of the text. Paths are bytes. */
export type RawEntry = {
  readonly oldMode: string;
  readonly newMode: string;
  /** All zeros when the side does not exist, or when git has not yet hashed the file in the work tree. */
  readonly oldBlob: string;
  readonly newBlob: string;
  readonly letter: string;
  readonly path: Buffer;
  readonly previousPath: Buffer | null;
};

export type RawReader = {
  readonly entries: readonly RawEntry[];
  /** Take a piece of output. Answers what follows the listing once it is over, null before. */
  push(chunk: Buffer): Buffer | null;
};

const COLON = 0x3a;

/** Read entries until something else follows; between the listing and the patches git writes one NUL. */
export function createRawReader(): RawReader {
  const entries: RawEntry[] = [];
  let pending: Buffer = Buffer.alloc(0);
  return {
    entries,
    push(chunk) {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      pending = bytes.subarray(readEntries(bytes, entries));
      if (pending.length === 0 || pending[0] === COLON) return null;
      return pending[0] === 0 ? pending.subarray(1) : pending;
    },
  };
}

/** Read every whole entry; answers where the first other byte stands. */
function readEntries(bytes: Buffer, entries: RawEntry[]): number {
  let at = 0;
  while (bytes[at] === COLON) {
    const read = readEntry(bytes, at);
    if (read === null) break;
    entries.push(read.entry);
    at = read.end;
  }
  return at;
}

function readEntry(bytes: Buffer, start: number): { readonly entry: RawEntry; readonly end: number } | null {
  const fields = readFields(bytes, start, 2);
  if (fields === null) return null;
  const [facts, first] = fields.values as [Buffer, Buffer];
  const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', status = ''] = facts
    .toString('latin1')
    .slice(1)
    .split(' ');
  const common = { oldMode, newMode, oldBlob, newBlob, letter: status.charAt(0) };
  if (status.charAt(0) !== 'R' && status.charAt(0) !== 'C') {
    return { entry: { ...common, path: first, previousPath: null }, end: fields.end };
  }
  const second = readFields(bytes, fields.end, 1);
  if (second === null) return null;
  return { entry: { ...common, path: second.values[0] as Buffer, previousPath: first }, end: second.end };
}

/** NUL-terminated fields from a place on, copied; null when they are not all there yet. */
function readFields(
  bytes: Buffer,
  start: number,
  count: number,
): { readonly values: readonly Buffer[]; readonly end: number } | null {
  const values: Buffer[] = [];
  let at = start;
  while (values.length < count) {
    const end = bytes.indexOf(0, at);
    if (end < 0) return null;
    values.push(Buffer.from(bytes.subarray(at, end)));
    at = end + 1;
  }
  return { values, end: at };
}
