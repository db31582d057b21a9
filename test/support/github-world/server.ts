import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Refusal, refuse } from './answer.js';
import type { Fault } from './faults.js';
import { enforceContentRate, primaryLimitAnswer, RateMeter, secondaryLimitAnswer } from './rate-limits.js';
import { kindOf } from './request-log.js';
import { dispatch } from './router.js';
import type { WorldState } from './state.js';

const ENTERPRISE_ROOT = '/api/v3';

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly root: string;
  readonly body: unknown;
  readonly request: IncomingMessage;
};

export type WorldServer = { readonly origin: string; readonly close: () => Promise<void> };

/** Listen on a free port of the loopback. */
export async function startServer(state: WorldState): Promise<WorldServer> {
  const meter = new RateMeter();
  const server = createServer((request, response) => {
    respond(state, meter, request, response).catch((error: unknown) => {
      // A fault of the stand-in itself must be seen by the test, not look like GitHub's 500.
      process.stderr.write(`github-world: ${error instanceof Error ? error.stack : String(error)}\n`);
      response.destroy();
    });
  });
  // As GitHub's: a client that computes for long finds its connection still open.
  server.keepAliveTimeout = 75_000;
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

async function respond(
  state: WorldState,
  meter: RateMeter,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await readRequest(request);
  meter.running += 1;
  try {
    const fault = state.faults.take(asked.method, asked.path);
    const answer = await answerWith(state, meter, asked, fault);
    const status = answer === null ? 0 : withValidation(asked, answer).status;
    state.log.add({
      method: asked.method,
      path: asked.path,
      query: asked.query.toString(),
      status,
      kind: kindOf(asked.method, asked.path),
      conditional304: status === 304,
      authorization: request.headers.authorization ?? null,
      body: asked.body,
    });
    await state.log.settle(asked.method, asked.path);
    if (answer !== null) send(response, withValidation(asked, answer), fault, meter.headers(state, status === 304));
    else if (fault === null || !('hang' in fault)) response.destroy();
  } finally {
    meter.running -= 1;
  }
}

/** The answer a fault leaves; null when the client gets none. */
async function answerWith(
  state: WorldState,
  meter: RateMeter,
  asked: Asked,
  fault: Fault | null,
): Promise<Answer | null> {
  if (fault === null || 'truncateJson' in fault) return handle(state, meter, asked);
  if ('delayMs' in fault) {
    await delay(fault.delayMs, undefined, { ref: false });
    return handle(state, meter, asked);
  }
  if ('reset' in fault || 'hang' in fault) return null;
  if ('primaryLimit' in fault) return primaryLimitAnswer(state);
  if ('secondaryLimit' in fault) return secondaryLimitAnswer(fault.secondaryLimit);
  if ('resetAfterDoing' in fault) {
    await handle(state, meter, asked);
    return null;
  }
  if ('afterDoing' in fault) {
    await handle(state, meter, asked);
    return { status: fault.afterDoing, body: { message: 'Server Error' } };
  }
  return { status: fault.status, body: fault.body ?? { message: 'Server Error' }, headers: fault.headers ?? {} };
}

async function handle(state: WorldState, meter: RateMeter, asked: Asked): Promise<Answer> {
  try {
    if (meter.running > state.limits.concurrentRequests) return secondaryLimitAnswer({ retryAfterSeconds: 60 });
    if (meter.isSpent(state)) return primaryLimitAnswer(state);
    if (kindOf(asked.method, asked.path) === 'write') enforceContentRate(state, meter);
    if (asked.body === MALFORMED) refuse(400, 'Problems parsing JSON');
    const { headers } = asked.request;
    if (headers['user-agent'] === undefined)
      refuse(403, 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.');
    return await dispatch(
      asked.method,
      {
        state,
        query: asked.query,
        body: isRecord(asked.body) ? asked.body : {},
        accept: headers.accept ?? '*/*',
        apiUrl: `${state.origin}${asked.root}`,
        webUrl: state.origin,
        path: asked.path,
      },
      headers.authorization,
    );
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body, headers: error.headers };
    throw error;
  }
}

const MALFORMED = Symbol('malformed');

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://world.invalid');
  const isEnterprise = url.pathname.startsWith(`${ENTERPRISE_ROOT}/`);
  return {
    method: request.method ?? 'GET',
    path: (isEnterprise ? url.pathname.slice(ENTERPRISE_ROOT.length) : url.pathname).replace(/\/$/, ''),
    query: url.searchParams,
    root: isEnterprise ? ENTERPRISE_ROOT : '',
    body: parseBody(Buffer.concat(chunks)),
    request,
  };
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return MALFORMED;
  }
}

/** Add the ETag, and answer 304 when the client has this very answer. */
function withValidation(asked: Asked, answer: Answer): Answer {
  if (asked.method !== 'GET' || answer.status !== 200) return answer;
  const { authorization = '', accept = '' } = asked.request.headers;
  const hash = createHash('sha256').update(`${authorization}\n${accept}\n`).update(toBytes(answer.body));
  const etag = `W/"${hash.update(answer.headers?.['x-world-revision'] ?? '').digest('hex')}"`;
  const headers = { ...answer.headers, etag };
  const asks = asked.request.headers['if-none-match'];
  return asks !== undefined && asks.replace(/^W\//, '') === etag.replace(/^W\//, '')
    ? { status: 304, body: null, headers }
    : { ...answer, headers };
}

function send(response: ServerResponse, answer: Answer, fault: Fault | null, rate: Record<string, string>): void {
  const { 'x-world-revision': _, ...headers } = { ...rate, ...answer.headers };
  const isRaw = Buffer.isBuffer(answer.body) || typeof answer.body === 'string';
  const type = typeof answer.body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(answer.status, {
    'x-github-media-type': 'github.v3; format=json',
    ...(isRaw && typeof answer.body !== 'string' ? {} : { 'content-type': type }),
    ...headers,
  });
  const hasNoBody = answer.status === 204 || answer.status === 304;
  const bytes = hasNoBody ? Buffer.alloc(0) : toBytes(answer.body);
  const isCut = fault !== null && 'truncateJson' in fault;
  response.end(isCut ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes);
}

function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
