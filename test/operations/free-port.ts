import { createServer, type AddressInfo } from 'node:net';

/** A port of this machine that nobody uses. */
export const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
