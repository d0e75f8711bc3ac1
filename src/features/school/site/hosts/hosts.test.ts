import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HostLookup } from '#kernel/host-lookup.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { fillSite } from '#test/fill-site.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { approveHosts } from './approve-hosts.job.ts';
import { isPrivate } from '#kernel/private-address.ts';
import { findProof } from './decide-host.ts';
import { siteHosts, sites } from '../site.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
let group: Browser;
let elsewhere: Server;
/** What the network outside holds. */
const answers = new Map<string, { status: number; body: string; location?: string }>();
const texts = new Map<string, string[]>();
const asked: string[] = [];
let addresses = ['127.0.0.1'];
const lookup: HostLookup = {
  addressesOf: async () => addresses,
  textsOf: async (name) => texts.get(name) ?? [],
  port: 0,
  reachesPrivate: true,
};

beforeAll(async () => {
  elsewhere = createServer((request, reply) => {
    asked.push(`${request.headers.host}${request.url}`);
    const { status, body, location } = answers.get(request.url!) ?? { status: 404, body: '' };
    reply.writeHead(status, location ? { location } : {}).end(body);
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  lookup.port = (elsewhere.address() as AddressInfo).port;
  world = await startSchool({ hostLookup: lookup });
  const { ilorin, offa } = world.school;
  await system(async (tx) => {
    await fillSite(tx, world.services.files, ilorin.id, 'ilorin');
    await fillSite(tx, world.services.files, offa.id, 'offa');
    await tx.update(sites).set({ isFront: true }).where(eq(sites.institutionId, offa.id));
  });
  [owner, group] = [await world.as('owner'), await world.as('group')];
});
afterAll(async () => {
  elsewhere.close();
  await world.close();
});
afterEach(async () => {
  await system((tx) => tx.delete(siteHosts));
  for (const one of [answers, texts]) one.clear();
  asked.length = 0;
  addresses = ['127.0.0.1'];
});

const ilorin = () => world.school.ilorin.id;
const offa = () => world.school.offa.id;
const system = (work: Parameters<typeof world.database.asSystem>[1]) =>
  world.database.asSystem([world.school.ilorin.id, world.school.offa.id], work);
const ask = (browser: Browser, host: string, institutionId = ilorin()) =>
  browser.post('/site', { institutionId, slug: institutionId === offa() ? 'offa' : 'ilorin', hosts: host });
const prove = (host: string) => owner.post('/site/hosts/prove', { institutionId: ilorin(), host });
const decide = (browser: Browser, host: string, isApproved: boolean, institutionId = ilorin()) =>
  browser.post('/site/hosts/decide', { institutionId, host, isApproved });
const stateOf = async (host: string) => {
  let found: { status: string; by: string | null; token: string } | undefined;
  await system(async (tx) => {
    const [row] = await tx
      .select({ status: siteHosts.status, by: siteHosts.decidedBy, token: siteHosts.token })
      .from(siteHosts)
      .where(eq(siteHosts.host, host));
    found = row;
  });
  return found!;
};
const siteAt = async (host: string) => {
  const { rows } = await world.database.anonymous((tx) =>
    tx.execute<{ id: number }>(sql`select akada_site_at(${host}, null) as id`),
  );
  return rows[0]!.id;
};
const toldOf = async (browser: Browser) =>
  (await browser.page('/notifications')).props.rows.map(({ title }: { title: string }) => title) as string[];

test('a new host name shows nothing until a group administrator, who is notified, approves it', async () => {
  expect((await ask(owner, 'www.offa.ng')).statusCode).toBe(303);
  expect(await stateOf('www.offa.ng')).toMatchObject({ status: 'waiting', by: null });
  expect(await siteAt('www.offa.ng')).toBe(offa());
  expect(await toldOf(group)).toContain('Ilorin Grammar School wants to show its site at www.offa.ng');
  expect((await owner.page('/site')).props).toMatchObject({
    waitsFor: 'administrator',
    site: { hosts: [{ host: 'www.offa.ng', status: 'waiting' }] },
  });
  expect((await decide(owner, 'www.offa.ng', true)).statusCode).toBe(403);
  expect((await decide(group, 'www.offa.ng', true)).statusCode).toBe(303);
  expect(await siteAt('www.offa.ng')).toBe(ilorin());
  expect(await toldOf(owner)).toContain('www.offa.ng now shows your site');
  expect((await decide(group, 'www.offa.ng', false)).statusCode).toBe(409);
});

test('what a group administrator refuses stays refused, and what he adds himself is approved', async () => {
  await ask(owner, 'evil.ng');
  expect((await decide(group, 'evil.ng', false)).statusCode).toBe(303);
  expect([(await stateOf('evil.ng')).status, await siteAt('evil.ng')]).toEqual(['refused', offa()]);
  expect((await prove('evil.ng')).statusCode).toBe(409);
  await ask(group, 'good.ng');
  expect(await stateOf('good.ng')).toMatchObject({ status: 'approved', by: 'administrator' });
});

test('a file at the host proves it; nothing else there does', async () => {
  await ask(owner, 'ilorin.ng');
  const { token } = await stateOf('ilorin.ng');
  const place = `/.well-known/akada-${token}`;
  const again = async () => {
    await system((tx) => tx.update(siteHosts).set({ checkedAt: null }));
    return prove('ilorin.ng');
  };
  const nothing = await prove('ilorin.ng');
  expect([nothing.statusCode, nothing.json().message]).toEqual([422, expect.stringContaining('ilorin.ng')]);
  expect((await prove('ilorin.ng')).statusCode).toBe(429);
  answers.set(place, { status: 302, body: token, location: `http://127.0.0.1:${lookup.port}/there` });
  answers.set('/there', { status: 200, body: token });
  expect((await again()).statusCode).toBe(422);
  expect(asked.some((one) => one.endsWith('/there'))).toBe(false);
  for (const body of ['', 'something else', `${token}${token}`, token + ' '.repeat(5000)]) {
    answers.set(place, { status: 200, body });
    expect((await again()).statusCode).toBe(422);
  }
  answers.set(place, { status: 200, body: `${token}\n` });
  expect((await again()).statusCode).toBe(200);
  expect(await stateOf('ilorin.ng')).toMatchObject({ status: 'approved', by: 'file' });
  expect(new Set(asked)).toEqual(new Set([`ilorin.ng${place}`]));
});

test('a DNS record proves it without a look at the host', async () => {
  await ask(owner, 'ilorin.ng');
  texts.set('_akada.ilorin.ng', ['other', `akada-site=${(await stateOf('ilorin.ng')).token}`]);
  expect((await prove('ilorin.ng')).statusCode).toBe(200);
  expect(await stateOf('ilorin.ng')).toMatchObject({ status: 'approved', by: 'dns' });
  expect(asked).toEqual([]);
});

test('a name that another institution holds is never taken, proved or not', async () => {
  await ask(owner, 'school.ng');
  const { token } = await stateOf('school.ng');
  await ask(group, 'school.ng', offa());
  texts.set('_akada.school.ng', [`akada-site=${token}`]);
  const answer = await prove('school.ng');
  expect([answer.statusCode, answer.json().message]).toEqual([
    422,
    'school.ng shows another institution’s site. Ask that institution to remove it first.',
  ]);
  expect((await decide(group, 'school.ng', true)).statusCode).toBe(422);
  expect(await siteAt('school.ng')).toBe(offa());
});

test('addresses inside a network are not asked, nor is a host with one of them', async () => {
  const inside = ['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.20.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0'];
  const inside6 = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'no address',
  ];
  expect([...inside, ...inside6].filter((address) => !isPrivate(address))).toEqual([]);
  expect(['8.8.8.8', '197.210.1.1', '2c0f:f4c0::1'].filter(isPrivate)).toEqual([]);
  answers.set('/.well-known/akada-token', { status: 200, body: 'token' });
  for (const found of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], []]) {
    addresses = found;
    expect(await findProof({ ...lookup, reachesPrivate: false }, 'ilorin.ng', 'token')).toBeNull();
  }
  expect(asked).toEqual([]);
});

test('without a group administrator every owner is notified, and the name shows the site after a day', async () => {
  const setGroup = (isGroupAdministrator: boolean) =>
    world.database.anonymous((tx) =>
      tx.update(accounts).set({ isGroupAdministrator }).where(eq(accounts.username, 'group')),
    );
  await setGroup(false);
  try {
    await ask(owner, 'ilorin.ng');
    expect(await toldOf(owner)).toContain('Ilorin Grammar School wants to show its site at ilorin.ng');
    expect((await owner.page('/site')).props.waitsFor).toBe('day');
    await approveHosts(world.database);
    expect((await stateOf('ilorin.ng')).status).toBe('waiting');
    await system((tx) => tx.update(siteHosts).set({ requestedAt: sql`now() - interval '25 hours'` }));
    await setGroup(true);
    await approveHosts(world.database);
    expect((await stateOf('ilorin.ng')).status).toBe('waiting');
    await setGroup(false);
    await approveHosts(world.database);
    expect(await stateOf('ilorin.ng')).toMatchObject({ status: 'approved', by: 'time' });
  } finally {
    await setGroup(true);
  }
});
