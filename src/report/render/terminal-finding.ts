import type { createColors } from 'picocolors';
import wrapAnsi from 'wrap-ansi';
import type { Finding, Severity } from '../../review/index.js';
import { dialWords } from './dial-words.js';
import { placeOf } from './finding-order.js';
import { cleanLine, cleanText } from './visible-text.js';
import { withheldReason } from './withheld-words.js';

/** How a screen looks. `width` is in columns. */
export type Screen = {
  readonly width: number;
  readonly colors: ReturnType<typeof createColors>;
  readonly secrets: readonly string[];
  readonly explain: boolean;
};

const SEVERITY_COLUMNS = 9;
const ID_COLUMNS = 4;
const INDENT = ' '.repeat(SEVERITY_COLUMNS + ID_COLUMNS);
const LABEL_COLUMNS = 9;
const MAX_QUOTE_LINES = 6;
const MIN_TEXT_COLUMNS = 10;

const TONES = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
  info: 'dim',
} as const satisfies Record<Severity, string>;

/** Wrap clean text into lines of the screen, every line indented. */
export function wrapLines(text: string, width: number, indent: string): string[] {
  const columns = Math.max(MIN_TEXT_COLUMNS, width - indent.length);
  return wrapAnsi(text.replaceAll('\t', '  '), columns, { hard: true, trim: false })
    .split('\n')
    .map((line) => (indent + line).trimEnd());
}

function quoteLines({ location, evidence }: Finding, { colors, width, secrets }: Screen): string[] {
  if (location === null || evidence.trim() === '') return [];
  const lines = cleanText(evidence, secrets)
    .replace(/^\n+|\s+$/g, '')
    .split('\n');
  const isNumbered = !location.isNearDeletedCode && lines.length === location.endLine - location.startLine + 1;
  const gutter = isNumbered ? String(location.endLine).length : 0;
  const shown = lines.slice(0, MAX_QUOTE_LINES).map((line, offset) => {
    const number = isNumbered ? String(location.startLine + offset).padStart(gutter) : '';
    const mark = `${INDENT}${number === '' ? '' : `${number} `}│ `;
    const code = [...line.replaceAll('\t', '  ')];
    const room = Math.max(MIN_TEXT_COLUMNS, width - mark.length);
    return mark + (code.length > room ? `${code.slice(0, room - 1).join('')}…` : code.join(''));
  });
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${INDENT}│ … ${rest} more`] : [])].map((line) => colors.dim(line));
}

function labelled(label: string, text: string | null, screen: Screen): string[] {
  const words = cleanText(text ?? '', screen.secrets).trim();
  if (words === '') return [];
  const [first = '', ...rest] = wrapLines(words, screen.width, INDENT + ' '.repeat(LABEL_COLUMNS));
  return [INDENT + screen.colors.dim(label.padEnd(LABEL_COLUMNS)) + first.trimStart(), ...rest];
}

function explanation(finding: Finding, screen: Screen): string[] {
  if (!screen.explain) return [];
  return labelled('facts', dialWords(finding), screen);
}

/** One finding as lines of a screen. Nothing in it can move the cursor, colour or forge a line of another kind. */
export function findingLines(finding: Finding, screen: Screen): string[] {
  const { colors, secrets, width } = screen;
  const severity = colors.bold(
    colors[TONES[finding.severity]](finding.severity.toUpperCase().padEnd(SEVERITY_COLUMNS)),
  );
  const [title = '', ...titleRest] = wrapLines(cleanLine(finding.title, secrets), width, INDENT);
  const more = finding.additionalLocations.map((location) => placeOf({ path: location.path, location }));
  const places = [placeOf(finding), ...more].map((place) => colors.dim(INDENT + cleanLine(place, secrets)));
  const isDeleted = finding.location?.isNearDeletedCode === true;
  return [
    `${severity}${`${finding.id} `.padEnd(ID_COLUMNS)}${colors.bold(title.trimStart())}`,
    ...titleRest,
    ...places,
    ...quoteLines(finding, screen),
    ...(isDeleted ? [`${INDENT}(deleted code; the line is the nearest that still exists)`] : []),
    ...wrapLines(cleanText(finding.body, secrets).trim(), width, INDENT).filter((line) => line.trim() !== ''),
    ...labelled('when', finding.trigger, screen),
    ...labelled('instead', finding.suggestion, screen),
    ...labelled('withheld', withheldReason(finding), screen),
    ...explanation(finding, screen),
  ];
}
