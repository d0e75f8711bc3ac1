import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '#kernel/database.ts';
import type { Cell } from '#kernel/directory.ts';
import { openFiles } from '#kernel/files.ts';
import { migrate } from '#kernel/migrate.ts';
import { fingerprintOf } from '#kernel/secrets/check-secret.ts';
import { dataFolder, serve } from '#test/backup/installation.ts';
import { withClient } from '#test/harness/client.ts';
import { cloneDatabase, freshDatabase, schoolDatabase } from '#test/harness/database.ts';
import { noAssets } from '#test/harness/no-assets.ts';
import { createSchool, password } from '#test/school.ts';
import { StagedUploads } from '../bin/backup/uploads.ts';
import { createDirectory } from '../bin/directory/app.ts';
import { cellOfUnknown } from '../bin/directory/choose.ts';
import { largestMessage, signatureHeader, type Message } from '../bin/directory/message.ts';
import { openStore } from '../bin/directory/store.ts';
import { tellOnce } from '../bin/directory/tell.ts';
import { proveArchive } from '../bin/institution/archive.ts';
import { exportArchive } from '../bin/institution/export.ts';
import { importArchive } from '../bin/institution/import.ts';
import { closeInstitution } from '../bin/institution/leave.ts';
import { unlock } from '../bin/institution/secrets.ts';
import { publicKeyOf, signatureOf } from '../bin/institution/signing.ts';

/*
 * Three installations behind one directory: the first has the schools of Ilorin and Offa, the second the same people
 * under other names, the third nobody until Offa moves there.
 */
const purpose = 'changes for the directory';
const passphrase = 'a passphrase for the way';
const keys = [Buffer.alloc(32, 5)];
type Installation = Awaited<ReturnType<typeof installation>>;
type Front = Awaited<ReturnType<typeof createDirectory>>;
const all: Installation[] = [];
let home: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: pg.Pool;
let front: Front;
let cells: Cell[];
/** Where the cells send what they tell. */
let address: string;

async function installation(cell: number, database: { ownerUrl: string; appUrl: string; drop: () => Promise<void> }) {
  const secret = Buffer.alloc(32, 10 + cell);
  const { folder, remove } = dataFolder();
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'secret.key'), secret.toString('hex'));
  await migrate(database.ownerUrl, { secret, cell });
  const directory = { address: 'https://akada.test', keys, cells: [] };
  const start = () => serve({ appUrl: database.appUrl, folder, directory });
  let served = await start();
  const at = await served.app.listen({ port: 0 });
  return {
    cell,
    secret,
    folder,
    at,
    ownerUrl: database.ownerUrl,
    get served() {
      return served;
    },
    async whileStopped(work: () => Promise<unknown>) {
      await served.close();
      await work();
      served = await start();
      await served.app.listen({ port: Number(new URL(at).port) });
    },
    async close() {
      await served.close();
      await database.drop();
      remove();
    },
  };
}

const ask = async <Row extends object>({ ownerUrl }: { ownerUrl: string }, text: string) =>
  withClient(ownerUrl, async (client) => (await client.query<Row>(text)).rows);

beforeAll(async () => {
  home = await cloneDatabase(inject('ownerUrl'), inject('template'));
  const [one, two, three] = await Promise.all([schoolDatabase(), freshDatabase(), freshDatabase()]);
  await ask(
    one,
    `
    update accounts set phone = '+2348031234567' where username = 'bursar';
    insert into sites (institution_id, slug, is_published) select id, 'site-' || id, true from institutions;
    insert into site_hosts (institution_id, host, status) select max(id), 'www.offa.test', 'approved' from institutions`,
  );
  await migrate(two.ownerUrl, { secret: Buffer.alloc(32, 12), cell: 2 });
  const second = connect({ url: two.appUrl, max: 1 });
  await createSchool(second).finally(() => second.close());
  await ask(two, `update accounts set username = 'two.' || username, email = 'two.' || email`);
  for (const [at, database] of [one, two, three].entries()) all.push(await installation(at + 1, database));
  cells = all.map(({ cell, at, secret }) => ({
    number: cell,
    address: at,
    keys: [publicKeyOf(secret, purpose)],
    name: `Region ${cell}`,
  }));
  pool = new pg.Pool({ connectionString: home.ownerUrl, max: 4 });
  await openStore(pool).prepare();
  await openFront();
});
afterAll(async () => {
  await front?.close();
  await pool?.end();
  await home?.drop();
  for (const { close } of all) await close();
});

async function openFront(given = keys) {
  await front?.close();
  front = await createDirectory({
    directory: { address: 'https://akada.test', keys: given, cells },
    store: openStore(pool),
    assets: noAssets(''),
  });
  address = await front.listen({ port: 0 });
}

/** Says everything there is to say. */
async function tell({ served, secret, cell }: Installation, made = keys) {
  const telling = { database: served.database, secret, cell, directory: { address, keys: made } };
  let messages = 0;
  while ((await tellOnce(telling)) === 0) messages += 1;
  return messages;
}
const tellAll = async () => {
  for (const one of all) await tell(one);
};

const enter = (identifier: string) =>
  front.inject({
    method: 'POST',
    url: '/',
    payload: new URLSearchParams({ identifier }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/** The cell that an answer leads to, and the rest of the address. */
function ledTo({ headers: { location } }: { headers: Record<string, unknown> }) {
  const found = all.find(({ at }) => String(location).startsWith(`${at}/`));
  return found ? { cell: found.cell, path: String(location).slice(found.at.length) } : null;
}
const lead = async (url: string, host = 'akada.test') => ledTo(await front.inject({ url, headers: { host } }));

test('what the cells have told holds no name, address or number', async () => {
  await tellAll();
  const { rows } = await pool.query<{ text: string; size: number }>(
    `select string_agg(e::text, ' ') as text, count(*)::int as size from directory.entries e`,
  );
  expect(rows[0]!.size).toBeGreaterThan(50);
  expect(rows[0]!.text).not.toMatch(/bursar|@|8031234567|offa\.test/);
});

test('a person is led to the cell with the account, which knows what was typed and asks for the password', async () => {
  for (const typed of ['two.bursar', ' Two.Bursar@example.com ']) {
    const { cell, path } = ledTo(await enter(typed))!;
    expect([cell, path]).toEqual([2, expect.stringMatching(/^\/sign-in\?as=[\w-]+$/)]);
    expect(path).not.toContain('bursar');
    const page = await all[1]!.served.app.inject(path);
    expect(page.body).toContain(`value="${typed.trim()}"`);
    expect(page.body).toContain('href="https://akada.test/regions"');
  }
  expect((await all[1]!.served.signIn('two.bursar', password)).cookies.akada_session).toBeTruthy();
  for (const typed of ['+234 803 123 4567', '0803 123 4567', 'bursar'])
    expect(ledTo(await enter(typed))!.cell, typed).toBe(1);
});

test('nobody learns from the answer who has an account', async () => {
  const answers = await Promise.all(['two.bursar', 'nobody.xy'].map(enter));
  const [known, unknown] = answers.map(({ statusCode, body, headers }) => ({
    statusCode,
    body,
    length: String(headers.location).length - (ledTo({ headers }) ? 0 : 1000),
    headers: Object.keys(headers),
  }));
  expect(Math.abs(known!.length - unknown!.length)).toBeLessThan(4);
  expect({ ...unknown, length: 0 }).toEqual({ ...known, length: 0 });
  const again = await Promise.all(Array.from({ length: 5 }, () => enter('nobody.xy')));
  expect(new Set(again.map((one) => ledTo(one)!.cell)).size).toBe(1);
});

test('the unknown are spread as the accounts are, and few move when a cell grows', () => {
  const sizes = new Map([
    [1, 8000],
    [2, 1000],
    [3, 1000],
  ]);
  const names = Array.from({ length: 4000 }, (_, at) => `somebody.${at}`);
  const led = (by: Map<number, number>) => names.map((name) => cellOfUnknown(keys[0]!, name, [1, 2, 3], by));
  const before = led(sizes);
  const shareOf = (cell: number) => before.filter((one) => one === cell).length / names.length;
  expect([1, 2, 3].map((cell) => Math.round(shareOf(cell) * 10))).toEqual([8, 1, 1]);
  expect(
    led(
      new Map([
        [1, 8900],
        [2, 1100],
        [3, 1000],
      ]),
    ),
  ).toEqual(before);
});

test('sites, their hosts, codes and numbers lead to their cell, and an unknown one to a choice', async () => {
  const [site] = await ask<{ id: number }>(all[0]!, 'select max(id) as id from institutions');
  expect(await lead(`/sites/site-${site!.id}/news?page=2`)).toEqual({
    cell: 1,
    path: `/sites/site-${site!.id}/news?page=2`,
  });
  expect(await lead('/', 'www.offa.test')).toEqual({ cell: 1, path: `/sites/site-${site!.id}` });
  expect(await lead('/icon', 'www.offa.test')).toEqual({ cell: 1, path: '/icon' });
  expect(await lead(`/orders/${site!.id.toString(36)}-5-abcdefgh`)).toMatchObject({ cell: 1 });
  expect(await lead(`/students/${2 * 2 ** 40 + 7}`)).toMatchObject({ cell: 2 });
  expect(await lead(`/hooks/${3 * 2 ** 19 + 1}/message-termii`)).toMatchObject({ cell: 3 });
  const hook = await front.inject({
    method: 'POST',
    url: `/hooks/${3 * 2 ** 19 + 1}/message-termii`,
    payload: { a: 1 },
  });
  expect([hook.statusCode, ledTo(hook)!.cell]).toEqual([308, 3]);
  for (const url of ['/sites/nowhere', '/verify/result/abcdefghijklmnop', '/"><b>lost']) {
    const answer = await front.inject(url);
    expect([answer.statusCode, answer.body.includes('Region 2')]).toEqual([404, true]);
    expect(answer.body).not.toContain('"><b>');
  }
  expect((await front.inject({ url: '//evil.test/%2e%2e' })).headers.location).toBeUndefined();
});

test('no site gets the address of the directory or of an installation', async () => {
  await ask(all[0]!, `update site_hosts set host = 'akada.test'`);
  await tell(all[0]!);
  expect(await lead('/')).toBeNull();
  await ask(all[0]!, `update site_hosts set host = 'www.offa.test'`);
  await tell(all[0]!);
  expect(await lead('/', 'www.offa.test')).toMatchObject({ cell: 1 });
});

test('a change is told, and what is taken back is forgotten', async () => {
  const [one, two] = all as [Installation, Installation];
  await ask(one, `update accounts set username = 'ada.obi' where username = 'teacher'`);
  await ask(
    two,
    `update accounts set disabled_at = now() where username = 'two.bursar'; update sites set is_published = false`,
  );
  expect([await tell(one), await tell(two), await tell(two)]).toEqual([1, 1, 0]);
  const [gone] = await ask<{ id: number }>(two, `select id from accounts where disabled_at is not null`);
  expect((await pool.query('select from directory.entries where cell = 2 and subject = $1', [gone!.id])).rowCount).toBe(
    0,
  );
  expect(ledTo(await enter('ada.obi'))!.cell).toBe(1);
  await ask(two, `update accounts set disabled_at = null where username = 'two.bursar'`);
  await tell(two);
  expect(ledTo(await enter('two.bursar'))!.cell).toBe(2);
});

const send = (cell: number, message: Message, secret: Buffer) => {
  const body = Buffer.from(JSON.stringify(message));
  return front.inject({
    method: 'POST',
    url: `/cells/${cell}`,
    payload: body,
    headers: { 'content-type': 'application/octet-stream', [signatureHeader]: signatureOf(secret, body, purpose) },
  });
};
const said = (cell: number, revision: number): Message => ({
  cell,
  key: fingerprintOf(keys[0]!),
  revision,
  after: 0,
  countries: [],
  changes: [[99, []]],
  forgetsBefore: revision,
});

test('what is forged, repeated, for another cell or with another key changes nothing', async () => {
  const entries = async () => (await pool.query('select * from directory.entries order by digest, cell, subject')).rows;
  const before = await entries();
  const [one, two] = all as [Installation, Installation];
  const answers = [
    await send(2, said(2, 1e6), one.secret),
    await send(2, said(1, 1e6), two.secret),
    await send(7, said(7, 1e6), two.secret),
    await send(2, said(2, 1), two.secret),
    await send(2, { ...said(2, 1e6), key: 'another' }, two.secret),
    await front.inject({ method: 'POST', url: '/cells/2', payload: said(2, 1e6) }),
    await front.inject({
      method: 'POST',
      url: '/cells/2',
      payload: Buffer.alloc(largestMessage + 1),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 409, 403, 403, 413]);
  expect(await entries()).toEqual(before);
});

test('of two cells that say the same, the first stands until it says otherwise', async () => {
  const [one, two] = all as [Installation, Installation];
  await ask(two, `update accounts set email = 'shared@example.com' where username = 'two.owner'`);
  await tell(two);
  await ask(one, `update accounts set email = 'shared@example.com' where username = 'owner'`);
  await tell(one);
  expect(ledTo(await enter('shared@example.com'))!.cell).toBe(2);
  await ask(two, `update accounts set email = null where username = 'two.owner'`);
  await tell(two);
  expect(ledTo(await enter('shared@example.com'))!.cell).toBe(1);
});

test('a message whose answer is lost is sent again, and a lost or restored side is told everything', async () => {
  const one = all[0]!;
  await ask(one, `update accounts set username = 'late.comer' where username = 'ada.obi'`);
  const telling = {
    database: one.served.database,
    secret: one.secret,
    cell: 1,
    directory: { address: 'http://127.0.0.1:1', keys },
  };
  await expect(tellOnce(telling)).rejects.toThrow();
  expect(await tell(one)).toBe(1);
  expect(ledTo(await enter('late.comer'))!.cell).toBe(1);
  const entries = async () =>
    (await pool.query('select digest, cell, subject from directory.entries order by 1, 2, 3')).rows;
  const before = await entries();
  await pool.query('truncate directory.entries, directory.cells');
  await ask(one, `insert into directory_changes (subject) select min(id) from accounts`);
  await tell(one);
  for (const other of all.slice(1)) {
    await ask(other, `insert into directory_changes (subject) values (-1)`);
    await tell(other);
  }
  expect(await entries()).toEqual(before);
  await ask(
    one,
    `update installation set directory_revision = 1, directory_acknowledged = 1;
    update accounts set username = 'came.back' where username = 'late.comer'; delete from directory_changes;
    insert into directory_changes (subject) select min(id) from accounts`,
  );
  await tell(one);
  expect(ledTo(await enter('came.back'))!.cell).toBe(1);
});

test('with a new key everything is told anew, while the directory knows both', async () => {
  const newer = [Buffer.alloc(32, 6), keys[0]!];
  await openFront(newer);
  expect(ledTo(await enter('two.bursar'))!.cell).toBe(2);
  for (const one of all) await tell(one, newer);
  await openFront([newer[0]!]);
  expect(ledTo(await enter('two.bursar'))!.cell).toBe(2);
  expect((await pool.query(`select from directory.entries where subject > 0 and cell = 1`)).rowCount).toBeGreaterThan(
    20,
  );
  await openFront();
  await tellAll();
});

test('a school that moves takes its people, site and codes along', async () => {
  const [from, , to] = all as [Installation, Installation, Installation];
  const [offa] = await ask<{ id: number; name: string }>(
    from,
    `select id, name from institutions order by id desc limit 1`,
  );
  const file = join(from.folder, 'offa.tar.gz');
  const place = ({ ownerUrl, secret, folder }: Installation) => ({
    ownerUrl,
    secret,
    files: openFiles(join(folder, 'files')),
    uploads: new StagedUploads(join(folder, 'files')),
  });
  await exportArchive(place(from), file, { wanted: offa!.name, passphrase });
  const proof = await proveArchive(file);
  const secrets = unlock(proof.secrets, passphrase);
  await to.whileStopped(() => importArchive(proof, place(to), { secrets, mergesAccounts: false }));
  await tellAll();
  expect((await lead(`/sites/site-${offa!.id}`))!.cell).toBe(1);
  await closeInstitution(from.ownerUrl, { wanted: offa!.name, to: to.at, losesChanges: true });
  await tellAll();
  expect(await lead(`/sites/site-${offa!.id}`)).toEqual({ cell: 3, path: `/sites/site-${offa!.id}` });
  expect(await lead('/', 'www.offa.test')).toEqual({ cell: 3, path: `/sites/site-${offa!.id}` });
  expect((await lead(`/orders/${offa!.id.toString(36)}-5-abcdefgh`))!.cell).toBe(3);
  expect(ledTo(await enter('registrar.offa'))!.cell).toBe(3);
  expect(ledTo(await enter('bursar'))!.cell).toBe(1);
});

test('without its database the directory says so and offers the regions; the cells need neither', async () => {
  await pool.end();
  const [entry, health] = [await enter('bursar'), await front.inject('/health/ready')];
  expect([entry.statusCode, health.statusCode, entry.body.includes('Region 3')]).toEqual([503, 503, true]);
  expect((await all[0]!.served.signIn('bursar', password)).cookies.akada_session).toBeTruthy();
  pool = new pg.Pool({ connectionString: home.ownerUrl, max: 1 });
});
