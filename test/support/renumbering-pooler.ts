import { connect, createServer, type Socket } from 'node:net';

const BACKEND_KEY_DATA = 'K'.charCodeAt(0);

/**
 * What a connection pooler does to the number of a session: between a client and a real PostgreSQL, it tells the client one that it
 * made up, and it refuses a client that asks at start for what poolers do not know. Everything else passes as it is. Gives the port on this machine, and what ends it.
 */
export async function startRenumberingPooler(socketPath: string) {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(socketPath);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    client.once('data', (start) => {
      if (start.includes('timeout')) client.destroy();
    });
    client.pipe(upstream);
    upstream.on(
      'data',
      createRenumbering((bytes) => client.write(bytes)),
    );
    upstream.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Messages of the server are a letter, a length that counts itself, and a body. */
function createRenumbering(write: (bytes: Buffer) => void) {
  let pending = Buffer.alloc(0);
  return (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= 5 && pending.length >= 1 + pending.readUInt32BE(1)) {
      const message = pending.subarray(0, 1 + pending.readUInt32BE(1));
      pending = pending.subarray(message.length);
      if (message[0] === BACKEND_KEY_DATA) message.writeUInt32BE(message.readUInt32BE(5) ^ 0x40_00_00_00, 5);
      write(message);
    }
  };
}
