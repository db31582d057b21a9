import type OpenAI from 'openai';
import { BYTES_PER_TOKEN, type ModelMessage, type ModelRequest, type ModelResponse } from '../../review/index.js';
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
  const spoken = (messages: readonly ModelMessage[]) =>
    form.adaptations.has('no_system_role') ? withoutSystemRole(messages) : messages;
  if (protocol === 'tools' || request.tools.length === 0) {
    const tools = request.tools.length === 0 ? {} : { tools: prepareTools(request.tools, mayBeStrict) };
    return { messages: convertToChatMessages(spoken(request.messages)), ...tools };
  }
  const schema = answerSchema(request);
  return {
    messages: flattenMessages(spoken(withInstruction(request.messages, inWords(schema)))),
    ...responseFormat(request.answerTool, schema, protocol, mayBeStrict),
  };
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

/** Behind the system messages that open the conversation, so that it becomes a part of them. */
function withInstruction(messages: readonly ModelMessage[], text: string): readonly ModelMessage[] {
  const found = messages.findIndex((message) => message.role !== 'system');
  const place = found === -1 ? messages.length : found;
  return [...messages.slice(0, place), { role: 'system', text }, ...messages.slice(place)];
}

/** Only OpenAI's own services insist on the newer name; many others know the older one alone, or ignore the newer silently. */
function tokenLimit(request: ModelRequest, form: Form, isOpenai: boolean): Partial<ChatBody> {
  if (form.adaptations.has('no_token_limit')) return {};
  const caps = [form.outputCap, form.roomCap].filter((cap) => cap !== null);
  const limit = Math.min(request.maxOutputTokens, ...caps);
  const isNewer = isOpenai !== form.adaptations.has('other_token_limit');
  return isNewer ? { max_completion_tokens: limit } : { max_tokens: limit };
}
