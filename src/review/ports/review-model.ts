export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments: an object, every property required, nothing additional. */
  readonly parameters: Record<string, unknown>;
};

export type ToolCall = { readonly id: string; readonly name: string; readonly argumentsJson: string };

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly text: string };

export type ModelRequest = {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  /** Name of the tool that carries the answer. An endpoint without tools is asked for its arguments as JSON text. */
  readonly answerTool: string;
  readonly maxOutputTokens: number;
  /** Left out when null. */
  readonly temperature: number | null;
  readonly idleTimeoutMs: number;
  /**
   * Called before every HTTP request leaves, with what it is estimated to cost. Throws when the budget is spent; the error
   * passes through `respond` unchanged. What is not counted did not happen.
   */
  readonly onRequest: (estimate: { readonly inputTokens: number }) => void;
};

export type ModelResponse = {
  /** Visible text with reasoning (`<think>` blocks) removed. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: {
    readonly unified: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'refusal' | 'other';
    /** The endpoint's own word. */
    readonly raw: string | null;
  };
  /** What the model said when it refused; null otherwise. */
  readonly refusal: string | null;
  /** Of this response alone; null when the endpoint told none. */
  readonly usage: {
    readonly inputTokens: number;
    readonly cachedInputTokens: number;
    readonly outputTokens: number;
  } | null;
  readonly modelId: string;
  /** How the answer was asked for: whether tools were offered, or which JSON form. */
  readonly protocol: 'tools' | 'json_schema' | 'json_object' | 'text';
};

/** A model behind any OpenAI-compatible endpoint. Rejects with a `ModelFailure`, or with what `onRequest` threw. */
export interface ReviewModel {
  /** The configured name. */
  readonly id: string;
  /** Send one request. Falls down the ladder tools → json_schema → json_object → text when the endpoint refuses a form, and remembers. Never retries otherwise. */
  respond(request: ModelRequest, signal: AbortSignal): Promise<ModelResponse>;
}
