import { connect, type AddressInfo } from 'node:net';
import { plausibleDraft, type Surroundings } from './draft.ts';
import { nameOf, routesOf } from './listed-routes.ts';
import { addressOf } from './draft-address.ts';
import { breakages } from './broken-http.ts';
import { idsOf } from './foreign.ts';
import { readJournal } from './journal.ts';
import { secrecyOf } from './judge.ts';
import { noted } from './judge-storage.ts';
import { holdsCookie } from './people.ts';
import { chanceFrom } from './random.ts';
import type { Tally } from './tally.ts';
import { openWorld, type Mould } from './world.ts';

const concurrency = 12;
const waitFor = 60_000;

/** What no client library would send: broken HTTP over real sockets, with a signed-in cookie and never a CSRF token. */
export async function attackSockets(
  mould: Mould,
  tally: Tally,
  { seed, requests }: { seed: number; requests: number },
): Promise<void> {
  const chance = chanceFrom(seed * 31 + 5);
  const world = await openWorld(mould, {});
  const { app, client } = world;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const around: Surroundings = {
    chance,
    at: 0,
    own: await idsOf(client, [mould.ownId]),
    foreign: mould.foreign,
    keys: mould.keys,
    pages: new Map(),
  };
  const routes = routesOf(app);
  const people = [...mould.sessions].filter(([name]) => name !== 'group');
  await readJournal(client);

  async function one(at: number): Promise<void> {
    around.at = at;
    const route = chance.pick(routes);
    const [person, cookie] = chance.pick(people);
    const draft = plausibleDraft(route, around);
    const body = draft.body === undefined ? '' : JSON.stringify(draft.body);
    const bytes = chance.pick(breakages)({
      method: draft.method,
      url: addressOf(draft),
      cookie: holdsCookie(cookie),
      body,
      chance,
      at,
    });
    const { text, isStuck } = await exchange(port, bytes);
    const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
    tally.count(person, statuses[0] ?? 0, 'socket');
    const sent = bytes.toString('latin1');
    const found = secrecyOf({ text, sent, isGroup: false }, { ...mould, folder: world.folder, typed: new Set() });
    if (statuses.some((status) => status >= 500))
      found.push(`server error: answered ${statuses.join(', ')} over a socket`);
    if (isStuck) found.push('socket: a connection that was ended from here was held open');
    const away = /^(?:x-inertia-)?location: *(?:\/[/\\]|(?!\/)\S).*/im.exec(text)?.[0];
    if (away) found.push(`redirect: an answer over a socket leads to ${away}`);
    if (/^x-injected:/im.test(text)) found.push('headers: one was injected over a socket');
    for (const said of found)
      tally.find(`socket ${nameOf(route)}`, {
        said,
        request: JSON.stringify({ seed, at, person, base64: bytes.subarray(0, 3000).toString('base64') }),
        answer: text.slice(0, 300),
      });
  }

  try {
    let next = 1;
    const worker = async () => {
      while (next <= requests) await one((next += 1));
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    const changes = (await readJournal(client)).filter(({ table }) => !noted.includes(table));
    if (changes.length)
      tally.find('sockets', {
        said: `csrf: broken requests changed ${changes.map(({ table }) => table).join(', ')}`,
        request: JSON.stringify({ seed }),
        answer: '',
      });
    const { text } = await exchange(
      port,
      Buffer.from('GET /health/ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    if (!text.startsWith('HTTP/1.1 200'))
      tally.find('sockets', {
        said: 'server error: the server no longer answers',
        request: JSON.stringify({ seed }),
        answer: text,
      });
  } finally {
    await world.close();
  }
}

/** Sends, reads, and ends its side when nothing more seems to come; an honest server then ends its own. */
const exchange = (port: number, bytes: Buffer): Promise<{ text: string; isStuck: boolean }> =>
  new Promise((done) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const finish = (isStuck: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      done({ text: Buffer.concat(parts).toString('latin1'), isStuck });
    };
    const timer = setTimeout(() => finish(true), waitFor);
    // The server forgets whoever hangs up on it, so an answer under way is waited for.
    const end = () => socket.end();
    let silence = setTimeout(end, 500);
    socket.on('data', (part) => {
      parts.push(part);
      clearTimeout(silence);
      silence = setTimeout(end, 100);
    });
    socket.on('close', () => {
      clearTimeout(silence);
      finish(false);
    });
    socket.on('error', () => finish(false));
    socket.write(bytes);
  });
