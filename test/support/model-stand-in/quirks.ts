import type { ChatRequest } from './validate.js';

/** A part of the interface an endpoint may not know. */
export type Quirk =
  | 'tools'
  | 'strict'
  | 'json_schema'
  | 'json_object'
  | 'temperature'
  | 'max_tokens'
  | 'max_completion_tokens'
  | 'stream'
  | 'stream_options'
  | 'parallel_tool_calls'
  | 'tool_choice'
  | 'system_role';

export type QuirkRefusal = { readonly param: string; readonly message: string; readonly code: string };

type Known = { readonly isUsed: (request: Fields) => boolean; readonly refusal: QuirkRefusal };
type Fields = ChatRequest & Readonly<Record<string, unknown>>;

function field(name: string, message: string, code = 'unsupported_parameter'): Known {
  return { isUsed: (request) => request[name] !== undefined, refusal: { param: name, message, code } };
}

/** Sentences as real endpoints word them. */
const QUIRKS: Readonly<Record<Quirk, Known>> = {
  tools: field('tools', 'registry.ollama.ai/library/gemma2:2b does not support tools'),
  tool_choice: field('tool_choice', "Unsupported parameter: 'tool_choice' is not supported with this model."),
  parallel_tool_calls: field(
    'parallel_tool_calls',
    "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
  ),
  temperature: field(
    'temperature',
    "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
    'unsupported_value',
  ),
  max_tokens: field(
    'max_tokens',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ),
  max_completion_tokens: field(
    'max_completion_tokens',
    'Unrecognized request argument supplied: max_completion_tokens',
    'unknown_parameter',
  ),
  stream_options: field(
    'stream_options',
    'Unrecognized request argument supplied: stream_options',
    'unknown_parameter',
  ),
  stream: {
    isUsed: (request) => request.stream === true,
    refusal: {
      param: 'stream',
      message: 'Your organization must be verified to stream this model.',
      code: 'unsupported_value',
    },
  },
  strict: {
    isUsed: (request) => JSON.stringify(request).includes('"strict":true'),
    refusal: {
      param: 'tools[0].function.strict',
      message: 'Extra inputs are not permitted: strict',
      code: 'extra_forbidden',
    },
  },
  json_schema: {
    isUsed: (request) => request.response_format?.type === 'json_schema',
    refusal: {
      param: 'response_format',
      message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      code: 'unsupported_value',
    },
  },
  json_object: {
    isUsed: (request) => request.response_format?.type === 'json_object',
    refusal: {
      param: 'response_format',
      message: "Invalid parameter: 'response_format' of type 'json_object' is not supported with this model.",
      code: 'unsupported_value',
    },
  },
  system_role: {
    isUsed: (request) => request.messages.some((message) => message.role === 'system'),
    refusal: {
      param: 'messages[0].role',
      message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      code: 'unsupported_value',
    },
  },
};

/** The first refused part that the request uses; null when it uses none. */
export function findQuirk(request: ChatRequest, refused: readonly Quirk[]): QuirkRefusal | null {
  const used = refused.find((quirk) => QUIRKS[quirk].isUsed(request as Fields));
  return used === undefined ? null : QUIRKS[used].refusal;
}
