import type { IncomingMessage, RequestListener, Server } from 'node:http';

/** GitHub sends at most 25 MB; anything larger is not GitHub. */
export const MAX_BODY_BYTES = 25 * 1024 * 1024;

/**
 * Put a bound before a running server's own listeners: a body that says it is too large is refused unread, one that turns out
 * to be is cut off while it is read. The body is handed on as text, as the webhook middleware accepts it.
 */
export function limitBodies(server: Server, maxBytes = MAX_BODY_BYTES): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    const body = await readBody(request, maxBytes).catch(() => 'unreadable' as const);
    if (body === 'too_large') {
      response
        .writeHead(413, { 'content-type': 'text/plain', connection: 'close' })
        .end('The body is larger than 25 MB.\n');
      return;
    }
    if (body === 'unreadable') return;
    Object.assign(request, { body: body.text });
    for (const listener of listeners) listener(request, response);
  });
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<{ readonly text: string } | 'too_large'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too_large';
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return 'too_large';
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}
