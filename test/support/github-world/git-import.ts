/** What a commit puts at a path. `null` deletes it. */
export type FileContent =
  | string
  | Buffer
  | null
  | { readonly mode: '100644' | '100755'; readonly content: string | Buffer }
  | { readonly link: string }
  | { readonly submodule: string };

export type Files = Readonly<Record<string, FileContent>>;

export type CommitRecord = {
  readonly ref: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: string;
  readonly epochSeconds: number;
  readonly files: Files;
};

/** One commit as a `git fast-import` stream: thousands of files in a single process. Answers the commit id on stdout. */
export function toImportStream(record: CommitRecord): Buffer {
  const who = `${record.author} <${record.author.replace(/\W/g, '') || 'someone'}@example.test> ${record.epochSeconds} +0000`;
  const [first, ...others] = record.parents;
  const parts: Buffer[] = [
    text(`commit ${record.ref}\nmark :1\nauthor ${who}\ncommitter ${who}\n`),
    ...counted(Buffer.from(record.message)),
    text(first === undefined ? '' : `from ${first}\n`),
    text(others.map((sha) => `merge ${sha}\n`).join('')),
    ...Object.entries(record.files).flatMap(([path, content]) => toCommand(path, content)),
    text('\nget-mark :1\n'),
  ];
  return Buffer.concat(parts);
}

function toCommand(path: string, content: FileContent): Buffer[] {
  if (content === null) return [text(`D ${quote(path)}\n`)];
  if (typeof content === 'string' || Buffer.isBuffer(content)) return inline('100644', path, content);
  if ('link' in content) return inline('120000', path, content.link);
  if ('submodule' in content) return [text(`M 160000 ${content.submodule} ${quote(path)}\n`)];
  return inline(content.mode, path, content.content);
}

function inline(mode: string, path: string, content: string | Buffer): Buffer[] {
  return [text(`M ${mode} inline ${quote(path)}\n`), ...counted(Buffer.from(content))];
}

function counted(bytes: Buffer): Buffer[] {
  return [text(`data ${bytes.length}\n`), bytes, text('\n')];
}

function quote(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function text(value: string): Buffer {
  return Buffer.from(value, 'utf8');
}
