import type { Environment } from './environment.js';
import type { Analyzer } from './review/index.js';

/**
 * The static checks the operator allows; of these a repository's settings may switch some off. Their program is only loaded when
 * there is one to run.
 */
export async function openAnalyzers(
  { PLUMBLINE_ANALYZERS: allowed }: Environment,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<readonly Analyzer[]> {
  if (allowed.length === 0) return [];
  const { createAnalyzers } = await import('./provider/analyzer/index.js');
  return createAnalyzers({ environment: variables }).filter(({ id }) => allowed.includes(id));
}
