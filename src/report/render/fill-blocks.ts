import { byteLength } from './clip-bytes.js';

/** A piece of Markdown that is shown whole or not at all, under a heading it shares with its neighbours. */
export type Block = { readonly heading: string; readonly markdown: string };

/** Append blocks to `lead` while they fit into `maxBytes`, each heading once. `rest` are those that did not fit, in order. */
export function fillBlocks(
  lead: string,
  blocks: readonly Block[],
  maxBytes: number,
): { readonly text: string; readonly rest: readonly Block[] } {
  const pieces = lead === '' ? [] : [lead];
  let used = byteLength(lead);
  let heading = '';
  for (const [index, block] of blocks.entries()) {
    const piece = block.heading === heading ? block.markdown : `${block.heading}\n\n${block.markdown}`;
    used += byteLength(piece) + 2;
    if (used > maxBytes) return { text: pieces.join('\n\n'), rest: blocks.slice(index) };
    pieces.push(piece);
    heading = block.heading;
  }
  return { text: pieces.join('\n\n'), rest: [] };
}
