import type { Completion } from './answers.js';
import type { ChatRequest } from './validate.js';

const PIECE_CHARS = 24;
const CREATED = 1_700_000_000;

type Rendered = {
  readonly text: string;
  readonly calls: readonly { id: string; name: string; args: string }[];
  readonly finish: string | null;
};

/** What the completion is for this request: a review becomes a call where tools are offered, JSON text where not. */
function render(answer: Completion, request: ChatRequest, index: number): Rendered {
  const asCall = answer.review !== null && (request.tools ?? []).length > 0;
  const asText = answer.review !== null && !asCall;
  const review = asCall ? [{ name: 'submit_review', args: answer.review, id: undefined }] : [];
  const calls = [...answer.calls, ...review].map(({ name, args, id }, position) => ({
    id: id ?? `call_${index}_${position}`,
    name,
    args: typeof args === 'string' ? args : JSON.stringify(args),
  }));
  return {
    text: asText ? JSON.stringify(answer.review) : answer.text,
    calls,
    finish: asText ? 'stop' : answer.finish,
  };
}

/** One chat completion as JSON. */
export function toCompletion(answer: Completion, request: ChatRequest, index: number): object {
  const { text, calls, finish } = render(answer, request, index);
  const toolCalls = calls.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: args } }));
  return {
    id: `chatcmpl-${index}`,
    object: 'chat.completion',
    created: CREATED,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' ? null : text,
          refusal: answer.refusal,
          ...(answer.reasoning === '' ? {} : { reasoning_content: answer.reasoning }),
          ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
        },
        finish_reason: finish,
        logprobs: null,
      },
    ],
    ...usageOf(answer, request, { text, calls, finish }),
  };
}

/** The same as server-sent events, in small pieces. */
export function toEvents(answer: Completion, request: ChatRequest, index: number): string[] {
  const rendered = render(answer, request, index);
  const deltas = [
    { role: 'assistant', content: '', refusal: null },
    ...pieces(answer.reasoning).map((piece) => ({ reasoning_content: piece })),
    ...pieces(answer.refusal ?? '').map((piece) => ({ refusal: piece })),
    ...pieces(rendered.text).map((piece) => ({ content: piece })),
    ...rendered.calls.flatMap(callDeltas),
  ];
  const chunk = (choices: object[], more: object = {}) => ({
    id: `chatcmpl-${index}`,
    object: 'chat.completion.chunk',
    created: CREATED,
    model: request.model,
    choices,
    ...more,
  });
  const frames = deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }]));
  const last = chunk([{ index: 0, delta: {}, finish_reason: rendered.finish }]);
  const usage = request.stream_options?.include_usage === true ? usageOf(answer, request, rendered) : {};
  const all = [...frames, last, ...('usage' in usage ? [chunk([], usage)] : [])].map(toEvent);
  const events = [...all, 'data: [DONE]\n\n'];
  return answer.hasEmptyFrames ? events.flatMap((event) => [...EMPTY_FRAMES, event]) : events;
}

const EMPTY_FRAMES = [
  ': keep-alive\n\n',
  'data:\n\n',
  '\n\n',
  toEvent({ object: 'chat.completion.chunk' }),
  toEvent({ choices: [] }),
];

function toEvent(frame: object): string {
  return `data: ${JSON.stringify(frame)}\n\n`;
}

function callDeltas(call: Rendered['calls'][number], index: number) {
  const opening = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
  const rest = pieces(call.args).map((piece) => ({ index, function: { arguments: piece } }));
  return [opening, ...rest].map((delta) => ({ tool_calls: [delta] }));
}

function pieces(text: string): string[] {
  const characters = [...text];
  const cut: string[] = [];
  for (let start = 0; start < characters.length; start += PIECE_CHARS) {
    cut.push(characters.slice(start, start + PIECE_CHARS).join(''));
  }
  return cut;
}

/** Four characters a token, the usual rule of thumb; the numbers only have to be told, not to be true. */
function usageOf(answer: Completion, request: ChatRequest, rendered: Rendered): { usage?: object } {
  if (answer.usage === null) return {};
  const counted = {
    prompt_tokens: Math.ceil(JSON.stringify(request.messages).length / 4),
    completion_tokens: Math.ceil((rendered.text + answer.reasoning + JSON.stringify(rendered.calls)).length / 4),
  };
  const { cached_tokens: cached = 0, ...told } = { ...counted, ...answer.usage };
  return {
    usage: {
      ...told,
      total_tokens: told.prompt_tokens + told.completion_tokens,
      prompt_tokens_details: { cached_tokens: cached },
    },
  };
}
