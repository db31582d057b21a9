import { type Clock, ModelFailure, type ModelRequest } from '../../review/index.js';
import type { ChatBody } from './build-body.js';
import { type Collected, emptyAnswer, outputTokensOf } from './collect-answer.js';
import { describeCause } from './describe-cause.js';
import { describeEndpoint, type Endpoint } from './endpoint.js';
import { NoAnswer } from './no-answer.js';
import { parseRefusal } from './parse-refusal.js';
import { type IdleLimit, readText, splitLines, waitWithinLimit } from './read-body.js';
import { type Reading, readAnswer } from './read-stream.js';
import type { SendRequest } from './send-request.js';

export type Connection = {
  readonly endpoint: Endpoint;
  readonly send: SendRequest;
  readonly clock: Clock;
  readonly apiKey: string | null;
};

/** An error body is a sentence; whatever is longer is not read. */
const MAX_REFUSAL_CHARS = 64_000;

/** Send one body and read all that comes of it. Rejects with `cancelled`, `network`, `stalled` or `bad_response`. */
export async function askEndpoint(
  connection: Connection,
  body: ChatBody,
  request: Pick<ModelRequest, 'idleTimeoutMs'>,
  signal: AbortSignal,
): Promise<Reading> {
  const where = describeEndpoint(connection.endpoint);
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  const answer = emptyAnswer();
  try {
    const limit = { clock: connection.clock, idleTimeoutMs: request.idleTimeoutMs, where };
    // Without a stream the whole answer is written before its first byte comes: only the caller's time bounds that.
    const untilFirstByte = body.stream === true ? limit : { ...limit, idleTimeoutMs: null };
    const response = await waitWithinLimit(connection.send(body, ending.signal), untilFirstByte);
    return await readResponse(response, answer, body.stream === true ? limit : untilFirstByte);
  } catch (error) {
    if (signal.aborted) throw withOutput(cancelled(), answer);
    const failure = error instanceof NoAnswer ? describeCause(error, where, connection.apiKey) : error;
    throw failure instanceof ModelFailure ? withOutput(failure, answer) : failure;
  } finally {
    signal.removeEventListener('abort', end);
    // Frees the connection when the answer was not read to its end.
    end();
  }
}

export function cancelled(): ModelFailure {
  return new ModelFailure('cancelled', 'the request was cancelled');
}

/** What had come of an answer was written and is paid for. */
function withOutput({ kind, message, facts }: ModelFailure, answer: Collected): ModelFailure {
  return new ModelFailure(kind, message, { ...facts, outputTokens: outputTokensOf(answer) });
}

async function readResponse(response: Response, answer: Collected, limit: IdleLimit): Promise<Reading> {
  const { status, headers, body } = response;
  const pieces = body === null ? nothing() : readText(body, limit);
  if (status >= 200 && status < 300) return await readAnswer(splitLines(pieces), answer, limit.where);
  const text = await readRefusalText(pieces);
  return { kind: 'refused', refusal: parseRefusal({ status, text, headers }) };
}

/** The status has told the most already: a body that breaks or stalls only costs the endpoint's own words. */
async function readRefusalText(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  try {
    for await (const piece of pieces) {
      text += piece;
      if (text.length > MAX_REFUSAL_CHARS) break;
    }
  } catch {
    return text;
  }
  return text;
}

async function* nothing(): AsyncGenerator<string> {}
