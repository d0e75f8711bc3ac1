import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tidyKeys } from '#kernel/idempotency.ts';
import { registerOnce } from '#web/once.ts';
import { may } from '#web/routes.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const form = (firstName: string, more: object = {}) => ({
  institutionId: world.school.ilorin.id,
  surname: 'Once',
  firstName,
  ...more,
});
const admit = (body: object, key: string, browser = registrar) =>
  browser.post('/students', body, { 'idempotency-key': key });
const admitted = (firstName: string) =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => {
    const { rows } = await tx.execute<{ many: number }>(
      sql`select count(*)::int as many from students where surname = 'Once' and first_name = ${firstName}`,
    );
    return rows[0]!.many;
  });

test('the same form sent again admits nobody again and is answered as the first time', async () => {
  const key = randomUUID();
  const first = await admit(form('Again'), key);
  expect(first.statusCode).toBe(303);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  const second = await admit(form('Again'), key);
  expect([second.statusCode, second.headers.location]).toEqual([303, first.headers.location]);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await registrar.page(String(second.headers.location))).flash.message).toMatch(/^Again Once was admitted as /);
  expect(await admitted('Again')).toBe(1);
  // A form that has no script carries the key in a field.
  const inField = await registrar.post('/students', form('Again', { idempotency_key: key }), { 'idempotency-key': '' });
  expect(inField.headers.location).toBe(first.headers.location);
});

test('a repeated form takes its draft along, which would offer someone admitted already', async () => {
  const key = randomUUID();
  const draft = { form: 'student:new', institutionId: world.school.ilorin.id };
  const kept = async () =>
    (await registrar.get(`/drafts?form=student:new&institution_id=${draft.institutionId}`)).json().draft;
  await admit(form('Drafted'), key);
  await registrar.post('/drafts', { ...draft, entries: [['firstName', 'Drafted']] });
  expect(await kept()).not.toBeNull();
  expect((await admit(form('Other'), key)).statusCode).toBe(422);
  expect(await kept()).not.toBeNull();
  expect((await admit(form('Drafted'), key)).headers['idempotent-replayed']).toBe('true');
  expect(await kept()).toBeNull();
});

test('two that arrive together act once: the second waits and gets the first’s answer', async () => {
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3, 4].map(() => admit(form('Together'), key)));
  expect(new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
  expect(await admitted('Together')).toBe(1);
});

test('a connection that dies behind the act, or in the commit, leaves neither act nor key: the form sent again acts once', async () => {
  const dying = (when: string) => `create function die() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create ${when} for each row execute function die()`;
  for (const [firstName, when] of [
    ['Behind', 'trigger die before update on idempotency_keys'],
    ['Commit', 'constraint trigger die after update on idempotency_keys deferrable initially deferred'],
  ] as const) {
    const key = randomUUID();
    await withClient(world.ownerUrl, (client) => client.query(dying(when)));
    expect((await admit(form(firstName), key)).statusCode).toBeGreaterThanOrEqual(500);
    await withClient(world.ownerUrl, (client) => client.query('drop function die() cascade'));
    expect(await admitted(firstName)).toBe(0);
    const first = await admit(form(firstName), key);
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([303, undefined]);
    expect((await admit(form(firstName), key)).headers['idempotent-replayed']).toBe('true');
    expect(await admitted(firstName)).toBe(1);
  }
});

test('the same key with other input is refused with a message, and without a key nothing is done', async () => {
  const key = randomUUID();
  await admit(form('Kept'), key);
  const other = await admit(form('Other'), key);
  expect(other.statusCode).toBe(422);
  expect(other.json().message).toMatch(/^This form has already been saved with different values\. Open the record/);
  for (const wrong of ['', 'short', 'x'.repeat(65), 'sixteen letters and spaces'])
    expect((await admit(form('Other'), wrong)).json().message).toMatch(/^This page is out of date\. Reload it/);
  expect(await admitted('Other')).toBe(0);
});

test('a refused form frees its key: corrected, it is sent with the same one', async () => {
  const key = randomUUID();
  const number = form('Refused', { admissionNumber: `ONCE/${key.slice(0, 8)}` });
  await admit({ ...number, firstName: 'Holder' }, randomUUID());
  expect((await admit(number, key)).statusCode).toBe(422);
  expect((await admit(form('Refused'), key)).statusCode).toBe(303);
  expect(await admitted('Refused')).toBe(1);
});

test('a key belongs to its account, nothing readable is stored with it, and it is forgotten after 24 hours', async () => {
  const key = randomUUID();
  await admit(form('Mine'), key);
  const officer = await world.as('admission_officer');
  expect((await admit(form('Hers', { birthDate: '2014-01-01' }), key, officer)).statusCode).toBe(303);
  expect(await admitted('Hers')).toBe(1);

  const { rows } = await world.database.anonymous((tx) =>
    tx.execute<{ text: string }>(sql`select encode(k.answer, 'escape') || k::text as text from idempotency_keys k`),
  );
  expect(rows.length).toBeGreaterThan(4);
  expect(rows.filter(({ text }) => /Once|admitted|students/.test(text) || text.includes(key))).toEqual([]);

  await world.database.anonymous((tx) =>
    tx.execute(sql`update idempotency_keys set created_at = now() - interval '25 hours'`),
  );
  expect((await admit(form('Mine', { birthDate: '2014-02-02' }), key)).statusCode).toBe(303);
  expect(await admitted('Mine')).toBe(2);
  expect(await tidyKeys(world.database)).toBe(rows.length - 1);
});

test('the server does not start with an idempotent route that is not a POST for signed-in users', () => {
  const add = (config: object, method: 'GET' | 'POST' = 'POST') => {
    const app = fastify();
    app.decorate('services', world.services);
    registerOnce(app as never);
    app.route({ method, url: '/once', config: { ...config, once: true }, handler: () => '' });
  };
  expect(() => add(may('public'))).toThrow('needs someone signed in');
  expect(() => add(may('students.create'), 'GET')).toThrow('only a POST can');
  add(may('students.create'));
});
