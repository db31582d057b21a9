import type OpenAI from 'openai';
import { BYTES_PER_TOKEN, type ModelRequest, type ModelResponse } from '../../review/index.js';
import { convertToChatMessages, flattenMessages, withoutSystemRole } from './convert-to-chat-messages.js';
import type { Form } from './endpoint-memory.js';
import { answerSchema, isStrictSchema, prepareTools } from './prepare-tools.js';

export type ChatBody = OpenAI.Chat.Completions.ChatCompletionCreateParams;
export type Protocol = ModelResponse['protocol'];

/** The highest rung the endpoint has not refused. */
export function protocolOf(form: Form): Protocol {
  const { adaptations } = form;
  if (!adaptations.has('no_tools')) return 'tools';
  if (!adaptations.has('no_json_schema')) return 'json_schema';
  return adaptations.has('no_json_object') ? 'text' : 'json_object';
}

/** Put one request into the form the endpoint takes. `tool_choice` and `parallel_tool_calls` are never sent: their defaults fit. */
export function buildBody(
  request: ModelRequest,
  form: Form,
  endpoint: { readonly model: string; readonly isOpenai: boolean },
): ChatBody {
  const streams = !form.adaptations.has('no_stream');
  const tellsUsage = streams && !form.adaptations.has('no_stream_options');
  const hasTemperature = request.temperature !== null && !form.adaptations.has('no_temperature');
  return {
    model: endpoint.model,
    ...conversation(request, form),
    ...tokenLimit(request, form, endpoint.isOpenai),
    ...(hasTemperature ? { temperature: request.temperature } : {}),
    ...(streams ? { stream: true } : {}),
    ...(tellsUsage ? { stream_options: { include_usage: true } } : {}),
  } as ChatBody;
}

/** What the request will cost at most, in input tokens, told before it leaves. */
export function estimateInputTokens(body: ChatBody): number {
  const { messages, tools, response_format: format } = body;
  return Math.ceil(Buffer.byteLength(JSON.stringify({ messages, tools, format }), 'utf8') / BYTES_PER_TOKEN);
}

function conversation(request: ModelRequest, form: Form) {
  const protocol = protocolOf(form);
  const mayBeStrict = !form.adaptations.has('no_strict');
  const finish = form.adaptations.has('no_system_role') ? withoutSystemRole : <M>(messages: M[]) => messages;
  if (protocol === 'tools') {
    return {
      messages: finish(convertToChatMessages(request.messages)),
      tools: prepareTools(request.tools, mayBeStrict),
    };
  }
  const schema = answerSchema(request);
  const messages = flattenMessages([...leading(request), { role: 'system', text: inWords(schema) }, ...rest(request)]);
  return { messages: finish(messages), ...responseFormat(request.answerTool, schema, protocol, mayBeStrict) };
}

function responseFormat(name: string, schema: Record<string, unknown>, protocol: Protocol, mayBeStrict: boolean) {
  if (protocol === 'text') return {};
  if (protocol === 'json_object') return { response_format: { type: 'json_object' as const } };
  const strict = mayBeStrict && isStrictSchema(schema) ? { strict: true } : {};
  return { response_format: { type: 'json_schema' as const, json_schema: { name, schema, ...strict } } };
}

/** Endpoints that take a format silently and ignore it are common, so the schema is told in words on every JSON rung. */
function inWords(schema: Record<string, unknown>): string {
  return [
    'No tools can be called here: judge by what you are shown, and say what you could not see.',
    'Answer with exactly one JSON object and nothing around it, no Markdown fence. It must follow this JSON schema:',
    JSON.stringify(schema),
  ].join('\n');
}

function leading(request: ModelRequest) {
  return request.messages.slice(0, firstOther(request));
}

function rest(request: ModelRequest) {
  return request.messages.slice(firstOther(request));
}

function firstOther(request: ModelRequest): number {
  const index = request.messages.findIndex((message) => message.role !== 'system');
  return index === -1 ? request.messages.length : index;
}

/** Only OpenAI's own services insist on the newer name; many others know the older one alone, or ignore the newer silently. */
function tokenLimit(request: ModelRequest, form: Form, isOpenai: boolean): Partial<ChatBody> {
  if (form.adaptations.has('no_token_limit')) return {};
  const caps = [form.outputCap, form.roomCap].filter((cap) => cap !== null);
  const limit = Math.min(request.maxOutputTokens, ...caps);
  const isNewer = isOpenai !== form.adaptations.has('other_token_limit');
  return isNewer ? { max_completion_tokens: limit } : { max_tokens: limit };
}
