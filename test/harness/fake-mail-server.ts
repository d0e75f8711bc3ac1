import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Of localhost, made for tests. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUenV9Eg67uFRti335SCCmUWdxUqUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIxMDQwOVoYDzIxMjYxMDMw
MjEwNDA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARUEEyy1j/qhR5z/dVcE6HkH6fsvSrayYdhk/wP8y9ooAAYTi54TbDl
Mk3aTuKWNaw4dYrqsgAvmtuwXHYY8Xgzo28wbTAdBgNVHQ4EFgQUxJAJlrtk1fue
n85od2cVPMUjRkMwHwYDVR0jBBgwFoAUxJAJlrtk1fuen85od2cVPMUjRkMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgJFsWzHjs0wUVOuKy3MUlV8Z5/g8JO5VzS+pdWsyKp/ACIBea
iTmW/yhKEHOsnFYsBEFF2VXQ/+3opvfktUFnW+na
-----END CERTIFICATE-----
`;
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggzvgpwbjG6UVD6eK
CS5tW5RW2KaiQ3PeL1JaF40jkw+hRANCAARUEEyy1j/qhR5z/dVcE6HkH6fsvSra
yYdhk/wP8y9ooAAYTi54TbDlMk3aTuKWNaw4dYrqsgAvmtuwXHYY8Xgz
-----END PRIVATE KEY-----
`;

export interface Mail {
  from: string;
  to: string[];
  text: string;
}

/** A real SMTP server: STARTTLS or none, a password, and the answers that tests ask for. */
export async function startFakeMailServer({ offersTls = true } = {}) {
  const mails: Mail[] = [];
  /** The answers to the next messages: a code and words, or hanging up before the message was taken or after. */
  const faults: ([number, string] | 'hangUp' | 'taken')[] = [];
  let connections = 0;
  const server = new SMTPServer({
    key,
    cert: certificate,
    authOptional: false,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    allowInsecureAuth: !offersTls,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      password === 'mail-password' ? done(null, { user: username! }) : done(new Error('Invalid login')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody')
        ? done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }))
        : done(),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const fault = faults.shift();
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
        };
        if (!fault || fault === 'taken') mails.push(mail);
        if (Array.isArray(fault)) return done(Object.assign(new Error(fault[1]), { responseCode: fault[0] }));
        if (fault) return hangUp();
        done();
      });
    },
  });
  const hangUp = () => {
    for (const connection of (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections)
      connection._socket.destroy();
  };
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    faults,
    port,
    connections: () => connections,
    settings: {
      host: 'localhost',
      port: String(port),
      security: 'starttls',
      user: 'school',
      password: 'mail-password',
      from: 'news@school.ng',
      fromName: 'Ilorin Grammar School',
      returnPath: 'bounces@school.ng',
    },
    close: () => new Promise<void>((done) => server.close(done)),
  };
}
