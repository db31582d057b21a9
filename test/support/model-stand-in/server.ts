import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelAnswer } from './answers.js';
import { submitsReview } from './answers.js';
import type { ChatRequest } from './validate.js';
import { toCompletion, toEvents } from './wire.js';

export type Heard = {
  readonly method: string;
  /** Path with its query, as it came. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; the text itself when it is none; null without a body. */
  readonly body: unknown;
};

export type Reply =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  | { readonly kind: 'answer'; readonly answer: ModelAnswer; readonly request: ChatRequest; readonly index: number };

/** Listen on a free port of the loopback. */
export async function listen(
  decide: (heard: Heard) => Reply,
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    handle(decide, request, response).catch((error: unknown) => {
      // A fault of the stand-in itself must be seen, not look like a fault of the endpoint.
      process.stderr.write(`model-stand-in: ${error instanceof Error ? error.stack : String(error)}\n`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function handle(
  decide: (heard: Heard) => Reply,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url: path = '', headers } = request;
  const text = await readBody(request);
  if (text === null) return;
  const reply = decide({ method, path, headers, body: text === '' ? null : parse(text) });
  if (reply.kind === 'json') sendJson(response, reply.status, reply.body);
  else if (reply.kind === 'text') send(response, reply.status, 'text/plain', reply.text);
  else await sendAnswer(response, reply.answer, reply.request, reply.index);
}

async function sendAnswer(
  response: ServerResponse,
  answer: ModelAnswer,
  request: ChatRequest,
  index: number,
): Promise<void> {
  const review = () => toEvents(submitsReview(), request, index).join('');
  switch (answer.kind) {
    case 'http':
      if (typeof answer.body === 'string')
        return send(response, answer.status, 'text/html', answer.body, answer.headers);
      return sendJson(response, answer.status, answer.body, answer.headers);
    case 'raw':
      return send(response, 200, answer.contentType, answer.text);
    case 'empty':
      return send(response, 200, 'text/event-stream', '');
    case 'truncated':
      return send(response, 200, 'text/event-stream', firstHalf(toEvents(submitsReview(), request, index)));
    case 'resets':
      await sendPart(response, review(), answer.afterBytes);
      response.socket?.resetAndDestroy();
      return;
    case 'stalls':
      return await sendPart(response, answer.text ?? review(), answer.afterBytes);
    case 'drips':
      return await drip(response, answer.everyMs);
    case 'waits':
      await answer.until.catch(() => {});
      return await sendAnswer(response, answer.then, request, index);
    case 'completion':
      if (request.stream !== true || answer.isPlain)
        return sendJson(response, 200, toCompletion(answer, request, index));
      return send(response, 200, 'text/event-stream', toEvents(answer, request, index).join(''));
  }
}

function firstHalf(events: readonly string[]): string {
  return events.slice(0, Math.floor(events.length / 2)).join('');
}

/** Nothing at all for 0 bytes, not even the headers. */
async function sendPart(response: ServerResponse, text: string, sizeBytes: number): Promise<void> {
  if (sizeBytes <= 0) return;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await new Promise<void>((resolve) => {
    response.write(Buffer.from(text).subarray(0, sizeBytes), () => resolve());
  });
}

async function drip(response: ServerResponse, everyMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  while (!response.destroyed && !response.closed) {
    response.write(': still here\n\n');
    await delay(everyMs);
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  send(response, status, 'application/json', JSON.stringify(body), headers);
}

function send(
  response: ServerResponse,
  status: number,
  contentType: string,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': contentType, 'x-request-id': 'req_stand_in', ...headers });
  response.end(text);
}

/** Null when the client went away in the middle of it. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
