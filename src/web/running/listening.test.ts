import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { addressOf, explainListening, refuseUsedPort } from './listening.ts';

const host = '127.0.0.1';
const fails = (code: string) =>
  explainListening(Object.assign(new Error(code), { code }), { host: '10.9.8.7', port: 80 }).message;

test('a port in use is reported with a message, before anything starts', async () => {
  const other = createServer();
  const port = await new Promise<number>((done) =>
    other.listen(0, host, () => done((other.address() as AddressInfo).port)),
  );
  await expect(refuseUsedPort({ host, port })).rejects.toThrow(
    `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
  );
  await new Promise((done) => other.close(done));
  await refuseUsedPort({ host, port });
});

test('a port or address without permission is reported with a message', () => {
  expect(fails('EACCES')).toContain('is not allowed to open port 80');
  expect(fails('EADDRNOTAVAIL')).toContain('HOST 10.9.8.7 is not an address of this machine');
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
])('listening on %s, a person opens %s', (place, address) => {
  const server = { address: () => ({ port: 8080, address: place, family: 'IPv4' }) };
  expect(addressOf({ server }, { host: place, port: 0 })).toBe(address);
});
