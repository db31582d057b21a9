import type OpenAI from 'openai';
import type { ModelMessage, ToolCall } from '../../review/index.js';

type ChatMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type Plain = { role: 'system' | 'user' | 'assistant'; content: string };

/** The conversation as it is, for an endpoint that takes tools. */
export function convertToChatMessages(messages: readonly ModelMessage[]): ChatMessage[] {
  return messages.map((message) => {
    if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content: message.text };
    if (message.role !== 'assistant') return { role: message.role, content: message.text };
    if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text };
    return {
      role: 'assistant',
      content: message.text === '' ? null : message.text,
      tool_calls: message.toolCalls.map(toChatToolCall),
    };
  });
}

/**
 * The conversation without tools: calls and their answers become text, and neighbours of one role become one message, because
 * chat templates of small models insist on alternating roles.
 */
export function flattenMessages(messages: readonly ModelMessage[]): Plain[] {
  const names = new Map(messages.flatMap(callsOf).map((call) => [call.id, call.name]));
  const flattened: Plain[] = [];
  for (const message of messages) {
    const plain = toPlain(message, names);
    const last = flattened.at(-1);
    if (last !== undefined && last.role === plain.role) last.content += `\n\n${plain.content}`;
    else flattened.push(plain);
  }
  return flattened;
}

/** For endpoints that know no system role: its words open what the user says. */
export function withoutSystemRole(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const converted: ModelMessage[] = [];
  for (const message of messages) {
    const last = converted.at(-1);
    if (message.role !== 'system' && message.role !== 'user') converted.push(message);
    else if (last?.role === 'user') converted[converted.length - 1] = joined(last.text, message.text);
    else converted.push({ role: 'user', text: message.text });
  }
  return converted;
}

function joined(first: string, second: string): ModelMessage {
  return { role: 'user', text: `${first}\n\n${second}` };
}

function toPlain(message: ModelMessage, names: ReadonlyMap<string, string>): Plain {
  if (message.role === 'tool') {
    return { role: 'user', content: `Answer of ${names.get(message.toolCallId) ?? 'the tool'}:\n${message.text}` };
  }
  if (message.role !== 'assistant') return { role: message.role, content: message.text };
  const calls = message.toolCalls.map((call) => `(called ${call.name} with ${call.argumentsJson})`);
  return { role: 'assistant', content: [message.text, ...calls].filter((part) => part !== '').join('\n') };
}

function callsOf(message: ModelMessage): readonly ToolCall[] {
  return message.role === 'assistant' ? message.toolCalls : [];
}

function toChatToolCall(call: ToolCall) {
  return {
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: sendableArguments(call.argumentsJson) },
  };
}

/** Several servers parse the arguments of past calls and answer 500 to broken ones; the tool's answer has told the model. */
function sendableArguments(argumentsJson: string): string {
  try {
    const parsed: unknown = JSON.parse(argumentsJson);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? argumentsJson : '{}';
  } catch {
    return '{}';
  }
}
