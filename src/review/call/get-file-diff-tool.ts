import { z } from 'zod';
import type { ToolSpec } from '../ports/index.js';
import type { DeskAnswer } from './desk-answer.js';
import type { PageDesk } from './page-desk.js';

export const GET_FILE_DIFF = 'get_file_diff';

export const GET_FILE_DIFF_TOOL: ToolSpec = {
  name: GET_FILE_DIFF,
  description:
    'Read one page of the diff of a changed file. cursor null gives the first page; later pages are named by the cursor that came with the table or with the page before.',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'cursor'],
    properties: { path: { type: 'string' }, cursor: { type: ['string', 'null'] } },
  },
};

const argumentsSchema = z.object({ path: z.string().min(1), cursor: z.string().nullish() });

export type ToolError = { readonly kind: 'error'; readonly code: 'arguments_invalid'; readonly message: string };

/** Answer one `get_file_diff`. Arguments that cannot be read are told back; an empty cursor is taken as none. */
export function getFileDiff(desk: PageDesk, argumentsJson: string): DeskAnswer | ToolError {
  const read = argumentsSchema.safeParse(parse(argumentsJson));
  if (read.success) return desk.serve(read.data.path, read.data.cursor === '' ? null : (read.data.cursor ?? null));
  const message = 'get_file_diff takes {"path": string, "cursor": string or null}';
  return { kind: 'error', code: 'arguments_invalid', message };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
