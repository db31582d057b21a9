import { fromMarkdown } from 'mdast-util-from-markdown';
import wrapAnsi from 'wrap-ansi';

type Node = {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
  readonly ordered?: boolean | null;
};

/** A check run's Markdown as lines for a terminal, wrapped to `width` columns: its words, its lists, its code; no markup. */
export function markdownToLines(markdown: string, width: number): readonly string[] {
  const blocks = (fromMarkdown(markdown) as Node).children ?? [];
  return blocks.flatMap((block, index) => [
    ...(index > 0 && linesOf(block, width).length > 0 ? [''] : []),
    ...linesOf(block, width),
  ]);
}

function linesOf(block: Node, width: number): readonly string[] {
  switch (block.type) {
    case 'code':
      return (block.value ?? '').split('\n').map((line) => `    ${line}`);
    case 'list':
      return (block.children ?? []).flatMap((item) => itemLines(item, width));
    case 'html':
      return summaryLines(block.value ?? '');
    case 'paragraph':
      return textOf(block).startsWith('| ') ? tableLines(textOf(block)) : wrap(textOf(block), width);
    default:
      return wrap(textOf(block), width);
  }
}

function itemLines(item: Node, width: number): readonly string[] {
  const lines = (item.children ?? []).flatMap((child) => linesOf(child, width - 2));
  return lines.map((line, index) => (index === 0 ? `• ${line}` : `  ${line}`));
}

/** GitHub folds these; here they stand open under their title. */
function summaryLines(html: string): readonly string[] {
  const summary = /<summary>(.*?)<\/summary>/.exec(html)?.[1];
  return summary === undefined ? [] : [`▾ ${summary}`];
}

function tableLines(text: string): readonly string[] {
  const rows = text.split('\n').filter((row) => !/^\|[-|\s]+\|$/.test(row));
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const widths = (cells[0] ?? []).map((_cell, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

function textOf(node: Node): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'html') return '';
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

function wrap(text: string, width: number): readonly string[] {
  return text.trim() === '' ? [] : wrapAnsi(text.trim(), width).split('\n');
}
