import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const [query, sync, ready, terminate] = Array.from('QSZX', (letter) => letter.charCodeAt(0));
const idle = 'I'.charCodeAt(0);

/** Which of the free connections a client gets: the one used last, or the one that has waited longest. */
type Order = 'last' | 'in turn';

/**
 * PostgreSQL behind a pooler that knows nothing of prepared statements: a client has a connection until its transaction
 * ends and then another one. Each client signs in on a connection of its own, which then belongs to all.
 */
export async function startLossyPooler(socketFolder: string, order: Order) {
  const free: Backend[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    return socket;
  };

  const server = createServer((client) => {
    keep(client);
    const backend = openBackend(keep(connect(`${socketFolder}/.s.PGSQL.5432`)));
    let at: Backend | undefined = backend;
    let isSignedIn = false;
    let unanswered = 1;
    const hear = (message: Buffer) => {
      client.write(message);
      if (message[0] !== ready) return;
      unanswered -= 1;
      isSignedIn = true;
      if (unanswered > 0 || message[5] !== idle) return;
      if (at) free.push(at);
      at = undefined;
    };
    backend.hear = hear;
    const frames = framesOf((message) => {
      if (message[0] === terminate) return client.end();
      at ??= order === 'last' ? free.pop() : free.shift();
      if (!at) throw new Error('The pooler has no free connection.');
      at.hear = hear;
      if (message[0] === query || message[0] === sync) unanswered += 1;
      at.socket.write(message);
    });
    client.on('data', (bytes) => (isSignedIn ? frames(bytes) : backend.socket.write(bytes)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Backend {
  socket: Socket;
  hear: (message: Buffer) => void;
}

function openBackend(socket: Socket): Backend {
  const backend: Backend = { socket, hear: () => {} };
  socket.on(
    'data',
    framesOf((message) => backend.hear(message)),
  );
  return backend;
}

/** Whole messages: a letter, a length and what it counts. */
function framesOf(hear: (message: Buffer) => void) {
  let rest = Buffer.alloc(0);
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length > 4 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      hear(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}
