import { counted, formatNumber, type Manifest, maskSecrets } from '../../review/index.js';
import { formatDuration } from './count-words.js';
import { leftOutWords } from './coverage-words.js';
import { toJsonText } from './json-text.js';
import { cleanLine } from './visible-text.js';

function scopeLine({ path, pages, additions, deletions }: Manifest['scope'][number]): string {
  return `  ${cleanLine(path)}  +${additions} -${deletions}, ${counted(pages, 'page')}`;
}

function leftOutLine({ path, reason, isAccepted }: Manifest['leftOut'][number]): string {
  return `  ${cleanLine(path)}  ${cleanLine(leftOutWords(reason))}${isAccepted ? ' (accepted)' : ''}`;
}

/** Prices are the endpoint's, so what it costs is told in tokens. */
function estimateLine({ estimatedTokens, scope }: Manifest): string {
  if (scope.length === 0) return 'to read: nothing';
  return `to read: about ${formatNumber(estimatedTokens)} tokens of changed code, sent again with each further request`;
}

function limitLine({ limits }: Manifest): string {
  const tokens = `${formatNumber(limits.maxInputTokens)} tokens in, ${formatNumber(limits.maxOutputTokens)} out`;
  return `never more than: ${counted(limits.maxRequests, 'request')}, ${tokens}, ${formatDuration(limits.callTimeoutMs)} a reviewer`;
}

function headOf({ label, mode, modelId }: Manifest): string {
  if (modelId === null) return `static checks alone of ${cleanLine(label)}`;
  return `${mode} review of ${cleanLine(label)} with ${cleanLine(modelId)}`;
}

function previewText(manifest: Manifest, notices: readonly string[]): string {
  const { scope, leftOut, omittedFileCount } = manifest;
  const total = scope.length + leftOut.length + omittedFileCount;
  const omitted = omittedFileCount > 0 ? [`  ${counted(omittedFileCount, 'file')} not listed by the provider`] : [];
  const unread = leftOut.length + omittedFileCount;
  return [
    `${headOf(manifest)}; nothing was sent to a model`,
    '',
    `would be ${manifest.modelId === null ? 'looked at' : 'read'}: ${scope.length} of ${counted(total, 'file')}`,
    ...scope.map(scopeLine),
    ...(unread > 0 ? ['', `would not be read: ${counted(unread, 'file')}`] : []),
    ...leftOut.map(leftOutLine),
    ...omitted,
    '',
    ...notices.map((notice) => cleanLine(notice)),
    ...(manifest.modelId === null ? [] : [estimateLine(manifest), limitLine(manifest)]),
    `published from severity ${manifest.minimumSeverity} up`,
    '',
  ].join('\n');
}

function previewJson(manifest: Manifest, notices: readonly string[]): string {
  const { limits } = manifest;
  const document = {
    schemaVersion: 1,
    mode: manifest.mode,
    targetFingerprint: manifest.targetFingerprint,
    label: manifest.label,
    model: manifest.modelId,
    scope: manifest.scope.map(({ path, pages, additions, deletions }) => ({
      path: maskSecrets(path),
      pages,
      additions,
      deletions,
    })),
    leftOut: manifest.leftOut.map(({ path, reason, isAccepted }) => ({ path: maskSecrets(path), reason, isAccepted })),
    omittedFiles: manifest.omittedFileCount,
    notices: notices.map((notice) => maskSecrets(notice)),
    minimumSeverity: manifest.minimumSeverity,
    estimatedTokens: manifest.estimatedTokens,
    limits: {
      maxRequests: limits.maxRequests,
      maxInputTokens: limits.maxInputTokens,
      maxOutputTokens: limits.maxOutputTokens,
      maxAnswerTokens: limits.maxAnswerTokens,
      maxToolCalls: limits.maxToolCalls,
      callTimeoutMs: limits.callTimeoutMs,
      idleTimeoutMs: limits.idleTimeoutMs,
    },
  };
  return toJsonText(document);
}

/** What a run would do: which files it would read, which not and why, and what it could cost at most. `notices` are said with it. Ends with a line end. */
export function renderPreview(manifest: Manifest, output: 'text' | 'json', notices: readonly string[] = []): string {
  return output === 'json' ? previewJson(manifest, notices) : previewText(manifest, notices);
}
