import { createServer, type AddressInfo } from 'node:net';
import { CannotStart } from '#kernel/cannot-start.ts';

interface Place {
  host: string;
  port: number;
}

/** Fails at once if the port is taken, before anything else starts. */
export async function refuseUsedPort(place: Place) {
  const probe = createServer();
  await new Promise<void>((done, refuse) => {
    probe.once('error', (error) => refuse(explainListening(error, place)));
    probe.listen({ ...place, exclusive: true }, () => probe.close(() => done()));
  });
}

/** A listening error as a message for the operator; other errors unchanged. */
export function explainListening(error: NodeJS.ErrnoException, { host, port }: Place) {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotStart(
        `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
      );
    case 'EACCES':
      return new CannotStart(
        `This user is not allowed to open port ${port}. Choose one above 1023: PORT=3000 npm start`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CannotStart(
        `HOST ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`,
      );
    default:
      return error;
  }
}

/** The address of the application for a user on this machine. */
export function addressOf(app: { server: { address(): AddressInfo | string | null } }, { host }: Place) {
  const { port } = app.server.address() as AddressInfo;
  return addressAt(host, port);
}

export function addressAt(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
