/** A path a person may name: relative, inside the repository, without control characters. */
export function isSafeRelativePath(path: string): boolean {
  if (path === '' || path.startsWith('/') || path.includes('\\')) return false;
  if (/\p{Cc}/u.test(path)) return false;
  return !path.split('/').includes('..');
}
