import { CannotStart } from '#kernel/cannot-start.ts';
import { withoutPassword } from '#kernel/postgres/address.ts';

const sentences: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused. Start PostgreSQL, or correct the host and port',
  ENOENT: 'the socket does not exist. Start PostgreSQL, or correct the folder',
  ENOTFOUND: 'the host name does not exist. Correct the host',
  EAI_AGAIN: 'the host name cannot be resolved. Check the network',
  ETIMEDOUT: 'the host is not responding. Check the network and its firewall',
  EHOSTUNREACH: 'the host cannot be reached. Check the network',
  '28P01': 'the user or password is wrong',
  '28000': 'the user is not allowed to connect. Check pg_hba.conf on the server',
  '3D000': 'the database does not exist. Create it: create database akada encoding utf8 template template0',
  '53300': 'it has no free connections. Raise max_connections, or stop another client',
  '57P03': 'PostgreSQL is still starting, or shutting down. Try again in a moment',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted. Set sslrootcert in the address',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted. Set sslrootcert in the address',
};

/** A connection error as a message for the operator; other errors unchanged. */
export function explainConnection(error: unknown, address: string, variable = 'DATABASE_URL'): unknown {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  const sentence = sentences[code ?? ''] ?? (/timeout/i.test(message) ? sentences.ETIMEDOUT : undefined);
  if (!sentence) return error;
  return new CannotStart(`The database of ${variable} (${withoutPassword(address)}) cannot be used: ${sentence}.`);
}
