import { createColors } from 'picocolors';
import { markdownToLines } from './markdown-to-lines.js';

/** A completed check run, as GitHub holds it. */
export type ShownCheck = {
  readonly name: string;
  readonly headSha: string;
  readonly conclusion: string | null;
  readonly title: string | null;
  readonly summary: string | null;
  readonly text: string | null;
  readonly annotations: readonly {
    readonly path: string;
    readonly start_line: number;
    readonly annotation_level: string;
    readonly title: string | null;
    readonly message: string;
  }[];
};

const MAX_ANNOTATIONS = 4;
const MAX_MESSAGE_LINES = 2;

/** Stands where a message goes on. */
const MORE = ' …';

const SIGNS: Readonly<Record<string, string>> = { success: '✓', failure: '✗', neutral: '■', cancelled: '⊘' };

/** Lay a check run out for a terminal as its page on GitHub does: name and conclusion, title, summary, text, annotations. */
export function showCheck(check: ShownCheck, screen: { readonly width: number; readonly useColor: boolean }): string {
  const colors = createColors(screen.useColor);
  const rule = colors.dim('─'.repeat(screen.width));
  const conclusion = check.conclusion ?? 'in progress';
  const paint = conclusion === 'failure' ? colors.red : conclusion === 'success' ? colors.green : colors.yellow;
  const inner = screen.width - 2;
  const lines = [
    rule,
    `${paint(SIGNS[conclusion] ?? '■')} ${colors.bold(check.name)}  ${paint(conclusion)}  ${colors.dim(`on ${check.headSha.slice(0, 7)}`)}`,
    colors.bold(check.title ?? ''),
    rule,
    ...markdownToLines(check.summary ?? '', inner).map((line) => `  ${line}`),
    '',
    ...markdownToLines(check.text ?? '', inner).map((line) => colors.dim(`  ${line}`)),
    rule,
    ...annotationLines(check, inner, colors),
    rule,
  ];
  return `${lines.join('\n')}\n`;
}

/** The first lines of a message, and a sign when it goes on. */
function beginningOf(lines: readonly string[]): readonly string[] {
  const said = lines.filter((line) => line.trim() !== '');
  const shown = said.slice(0, MAX_MESSAGE_LINES);
  return said.length > shown.length ? shown.map((line, at) => (at === shown.length - 1 ? line + MORE : line)) : shown;
}

type Colors = ReturnType<typeof createColors>;

function annotationLines({ annotations }: ShownCheck, width: number, colors: Colors): readonly string[] {
  const hidden = annotations.length - MAX_ANNOTATIONS;
  return [
    colors.bold(`Annotations (${annotations.length}), each on its line in the pull request's diff`),
    ...annotations
      .slice(0, MAX_ANNOTATIONS)
      .flatMap(({ annotation_level: level, message, path, start_line: startLine, title }) => [
        `  ${colors.cyan(`${path}:${startLine}`)}  ${level}  ${title ?? ''}`,
        ...beginningOf(markdownToLines(message, width - MORE.length - 4)).map((line) => colors.dim(`      ${line}`)),
      ]),
    ...(hidden > 0 ? [`  and ${hidden} more ${hidden === 1 ? 'annotation' : 'annotations'}`] : []),
  ];
}
