export type FilePlace = { readonly commitSha: string; readonly path: string };

/** Under which names of a query's answer a place stands. */
export type Aliases = { readonly commit: string; readonly file: string };

const ENTRY = 'fragment Entry on TreeEntry{mode type object{...on Blob{oid byteSize isBinary isTruncated text}}}';

/** Paths travel as variables, so that no path can be read as a part of the query. */
export function toQuery(batch: readonly FilePlace[]) {
  const commits = commitsOf(batch);
  const declared = [
    ...commits.map((_, index) => `$c${index}:GitObjectID!`),
    ...batch.map((_, at) => `$p${at}:String!`),
  ];
  const objects = commits.map((commitSha, index) => {
    const wanted = batch.flatMap((place, at) =>
      place.commitSha === commitSha ? [`f${at}:file(path:$p${at}){...Entry}`] : [],
    );
    return `c${index}:object(oid:$c${index}){...on Commit{${wanted.join(' ')}}}`;
  });
  const variables = Object.fromEntries([
    ...commits.map((commitSha, index) => [`c${index}`, commitSha]),
    ...batch.map(({ path }, at) => [`p${at}`, path]),
  ]);
  const wanted = `repository(owner:$owner,name:$repo){${objects.join(' ')}}`;
  return { query: `query($owner:String!,$repo:String!,${declared.join(',')}){${wanted}} ${ENTRY}`, variables };
}

/** Of each place of the batch, in order. */
export function aliasesOf(batch: readonly FilePlace[]): readonly Aliases[] {
  const commits = commitsOf(batch);
  return batch.map(({ commitSha }, at) => ({ commit: `c${commits.indexOf(commitSha)}`, file: `f${at}` }));
}

function commitsOf(batch: readonly FilePlace[]): readonly string[] {
  return [...new Set(batch.map(({ commitSha }) => commitSha))];
}
