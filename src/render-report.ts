import type { CommandCall } from './command-call.js';
import type { OutputFormat, ReviewArguments } from './handlers/index.js';
import { VERSION } from './help.js';
import { renderBlock, renderJson, renderMarkdown, renderSarif, renderTerminal } from './report/index.js';
import type { Report } from './review/index.js';
import { secretsOf } from './secrets-of.js';

/** Where a rendering goes: a screen has a width and may have colour, a file has neither. */
export type Surface = { readonly width: number; readonly useColor: boolean };

/** One report in one form. */
export function renderReport(
  report: Report,
  format: OutputFormat,
  look: { readonly surface: Surface; readonly chosen: Pick<ReviewArguments, 'isExplained'> } & Pick<
    CommandCall,
    'environment'
  >,
): string {
  const secrets = secretsOf(look.environment);
  const explain = look.chosen.isExplained;
  switch (format) {
    case 'json':
      return renderJson(report, { secrets });
    case 'sarif':
      return renderSarif(report, { version: VERSION, explain, secrets });
    case 'markdown':
      return renderMarkdown(report, { explain, secrets });
    case 'block':
      return renderBlock(report, { secrets });
    case 'text':
      return renderTerminal(report, { ...look.surface, explain, secrets });
  }
}
