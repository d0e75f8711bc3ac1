import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An address that moves, as that of HAProxy or a virtual IP: what comes is passed to where it leads now. */
export async function openForwarder(first: number) {
  let target = first;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((client) => {
    const there = connect(target, '127.0.0.1');
    keep(client, there);
    keep(there, client);
    client.pipe(there).pipe(client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    turn(to: number) {
      target = to;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
