/** A request as far as it was found valid. */
export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly strict?: boolean; readonly parameters: unknown };
  }[];
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly name: string; readonly schema: unknown; readonly strict?: boolean };
  };
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
};
export type ChatMessage = {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
};

/** What is wrong, and the parameter it is wrong in. */
export type Problem = { readonly param: string; readonly message: string; readonly code?: string };

const FIELDS = new Set(
  (
    'model messages tools tool_choice parallel_tool_calls response_format stream stream_options temperature max_tokens ' +
    'max_completion_tokens top_p n stop seed user reasoning_effort store metadata presence_penalty frequency_penalty logprobs'
  ).split(' '),
);
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_DESCRIPTION_CHARS = 1_024;
const MAX_TOOLS = 128;

type Body = Record<string, unknown>;

/** Find what OpenAI itself would refuse; null when it would answer. The first problem only, as OpenAI does. */
export function findProblem(body: unknown, refusesUnknownFields: boolean): Problem | null {
  if (!isObject(body)) return { param: 'body', message: 'We could not parse the JSON body of your request.' };
  const unknown = refusesUnknownFields ? Object.keys(body).find((field) => !FIELDS.has(field)) : undefined;
  if (unknown !== undefined) {
    return { param: unknown, message: `Unrecognized request argument supplied: ${unknown}`, code: 'unknown_parameter' };
  }
  if (typeof body.model !== 'string' || body.model === '')
    return { param: 'model', message: 'you must provide a model parameter' };
  return (
    problemInMessages(body.messages) ??
    problemInTools(body) ??
    problemInFormat(body) ??
    problemInNumbers(body) ??
    problemInStream(body)
  );
}

function problemInMessages(messages: unknown): Problem | null {
  if (!Array.isArray(messages) || messages.length === 0)
    return { param: 'messages', message: 'messages must be a non-empty array.' };
  let open = new Set<string>();
  for (const [index, message] of (messages as ChatMessage[]).entries()) {
    const param = `messages.[${index}]`;
    const problem = problemInMessage(message, param, open);
    if (problem !== null) return problem;
    if (message.role === 'tool') open.delete(message.tool_call_id ?? '');
    else open = new Set((message.tool_calls ?? []).map((call) => call.id));
  }
  return open.size === 0 ? null : unanswered(`messages.[${messages.length}]`, open);
}

function problemInMessage(message: ChatMessage, param: string, open: ReadonlySet<string>): Problem | null {
  if (!['system', 'developer', 'user', 'assistant', 'tool'].includes(message.role)) {
    return { param: `${param}.role`, message: `Invalid value: '${message.role}'.` };
  }
  if (message.role === 'tool') {
    const isAnswer = open.has(message.tool_call_id ?? '');
    return isAnswer
      ? contentProblem(message, param)
      : {
          param: `${param}.role`,
          message: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
        };
  }
  if (open.size > 0) return unanswered(param, open);
  const calls = message.role === 'assistant' ? message.tool_calls : undefined;
  if (calls === undefined) return contentProblem(message, param);
  const ids = new Set(calls.map((call) => call.id));
  if (calls.length === 0 || ids.size !== calls.length)
    return { param: `${param}.tool_calls`, message: 'Invalid tool_calls: empty, or an id twice.' };
  const isWhole = calls.every(
    (call) =>
      call.id !== '' &&
      call.type === 'function' &&
      NAME.test(call.function.name) &&
      typeof call.function.arguments === 'string',
  );
  return isWhole ? null : { param: `${param}.tool_calls`, message: 'Invalid tool_calls.' };
}

function contentProblem(message: ChatMessage, param: string): Problem | null {
  return typeof message.content === 'string'
    ? null
    : { param: `${param}.content`, message: 'Invalid content: expected a string.' };
}

function unanswered(param: string, open: ReadonlySet<string>): Problem {
  return {
    param,
    message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. Missing: ${[...open].join(', ')}`,
  };
}

function problemInTools(body: Body): Problem | null {
  const { tools } = body;
  if (tools === undefined) {
    const needing = ['tool_choice', 'parallel_tool_calls'].find((field) => body[field] !== undefined);
    return needing === undefined
      ? null
      : { param: needing, message: `'${needing}' is only allowed when 'tools' are specified.` };
  }
  if (!Array.isArray(tools) || tools.length === 0 || tools.length > MAX_TOOLS)
    return { param: 'tools', message: 'Invalid tools: 1 to 128 are allowed.' };
  const problems = tools.map((tool, index) => problemInTool(tool, `tools[${index}]`));
  return problems.find((problem) => problem !== null) ?? null;
}

function problemInTool(tool: unknown, param: string): Problem | null {
  const declared = isObject(tool) && tool.type === 'function' && isObject(tool.function) ? tool.function : null;
  if (declared === null) return { param: `${param}.type`, message: 'Invalid tool.' };
  if (typeof declared.name !== 'string' || !NAME.test(declared.name))
    return { param: `${param}.function.name`, message: 'Invalid name.' };
  if (String(declared.description ?? '').length > MAX_DESCRIPTION_CHARS) {
    return {
      param: `${param}.function.description`,
      message: 'Invalid description: string too long. Expected at most 1024 characters.',
    };
  }
  const where = `${param}.function.parameters`;
  if (!isObject(declared.parameters) || declared.parameters.type !== 'object') {
    return {
      param: where,
      message: `Invalid schema for function '${declared.name}': schema must have type 'object'.`,
      code: 'invalid_function_parameters',
    };
  }
  const fault = declared.strict === true ? strictFault(declared.parameters, []) : null;
  return fault === null
    ? null
    : {
        param: where,
        message: `Invalid schema for function '${declared.name}': ${fault}`,
        code: 'invalid_function_parameters',
      };
}

function problemInFormat(body: Body): Problem | null {
  const format = body.response_format;
  if (format === undefined) return null;
  if (!isObject(format)) return { param: 'response_format', message: 'Invalid response_format.' };
  if (format.type === 'json_object') {
    const saysJson = /json/i.test(JSON.stringify(body.messages));
    return saysJson
      ? null
      : {
          param: 'messages',
          message:
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
        };
  }
  if (format.type === 'text') return null;
  const declared = format.type === 'json_schema' && isObject(format.json_schema) ? format.json_schema : null;
  if (declared === null || typeof declared.name !== 'string' || !NAME.test(declared.name))
    return { param: 'response_format', message: 'Invalid response_format.' };
  const fault = declared.strict === true ? strictFault(declared.schema, []) : null;
  return fault === null
    ? null
    : { param: 'response_format', message: `Invalid schema for response_format '${declared.name}': ${fault}` };
}

function problemInNumbers(body: Body): Problem | null {
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined) {
    return {
      param: 'max_tokens',
      message: "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
    };
  }
  const wrongLimit = ['max_tokens', 'max_completion_tokens'].find(
    (field) => body[field] !== undefined && !(Number.isInteger(body[field]) && Number(body[field]) >= 1),
  );
  if (wrongLimit !== undefined)
    return { param: wrongLimit, message: `Invalid '${wrongLimit}': expected an integer above 0.` };
  const { temperature } = body;
  const isFine = temperature === undefined || (typeof temperature === 'number' && temperature >= 0 && temperature <= 2);
  return isFine ? null : { param: 'temperature', message: "Invalid 'temperature': expected a number between 0 and 2." };
}

function problemInStream(body: Body): Problem | null {
  if (body.stream_options !== undefined && body.stream !== true) {
    return {
      param: 'stream_options',
      message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    };
  }
  return null;
}

/** Strict mode: every object closed, every property required. Tells the place as OpenAI does. */
function strictFault(schema: unknown, path: readonly string[]): string | null {
  const context = `In context=(${path.map((part) => `'${part}'`).join(', ')})`;
  if (!isObject(schema)) return `${context}, schema must be an object.`;
  const forbidden = ['oneOf', 'allOf', 'not', 'patternProperties', 'minLength', 'maxLength', 'propertyNames'].find(
    (name) => schema[name] !== undefined,
  );
  if (forbidden !== undefined) return `${context}, '${forbidden}' is not permitted.`;
  const properties = isObject(schema.properties) ? schema.properties : {};
  if (schema.type === 'object') {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const missing = Object.keys(properties).find((name) => !required.includes(name));
    if (missing !== undefined)
      return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    if (schema.additionalProperties !== false)
      return `${context}, 'additionalProperties' is required to be supplied and to be false.`;
  }
  const parts: [string, unknown][] = [
    ...Object.entries(properties),
    ...(Array.isArray(schema.anyOf)
      ? schema.anyOf.map((one, index): [string, unknown] => [`anyOf.${index}`, one])
      : []),
    ...(schema.items === undefined ? [] : [['items', schema.items] as [string, unknown]]),
  ];
  const faults = parts.map(([name, part]) => strictFault(part, [...path, name]));
  return faults.find((fault) => fault !== null) ?? null;
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
