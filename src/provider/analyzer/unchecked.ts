import type { AnalyzerLimits } from './limits.js';

/** Why a file was not looked at, or not in full. */
export type UncheckedReason =
  | 'large'
  | 'long_line'
  | 'too_many'
  | 'late'
  | 'ended'
  | 'unreadable'
  | 'crowded'
  | 'secretive';

/** Say in one sentence what was not looked at; null when everything was. */
export function describeUnchecked(
  reasons: readonly UncheckedReason[],
  { maxFileChars, maxLineChars, maxTotalChars, ...most }: AnalyzerLimits,
): string | null {
  const words: Readonly<Record<UncheckedReason, string>> = {
    large: `larger than ${inMebi(maxFileChars)}`,
    long_line: `with a line of more than ${maxLineChars.toLocaleString('en-US')} characters`,
    too_many: `beyond ${inMebi(maxTotalChars)} in all`,
    late: 'for which the time was too short',
    ended: 'at which the tool ended early',
    unreadable: 'not valid in the language of its name',
    crowded: `with more than ${most.maxFindingsPerFile} findings`,
    secretive: `with more than ${most.maxSecretsPerFile} secrets`,
  };
  const parts = (Object.keys(words) as UncheckedReason[]).flatMap((reason) => {
    const count = reasons.filter((given) => given === reason).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? 'file' : 'files'} ${words[reason]}`];
  });
  return parts.length === 0 ? null : `Not looked at in full: ${parts.join(', ')}.`;
}

function inMebi(chars: number): string {
  return `${Math.round((chars / 1_048_576) * 10) / 10} Mi characters`;
}
