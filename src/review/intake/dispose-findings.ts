/** What a person says of a finding is not remembered yet, and the person is told so. */
export async function disposeFindings(): Promise<string | null> {
  return 'What you say of a finding cannot be remembered yet.';
}
