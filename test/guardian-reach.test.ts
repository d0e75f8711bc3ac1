import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { keepFile } from '#kernel/files.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { notifications } from '#kernel/tables.ts';
import { documents, guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { formDrafts } from '#features/records/people/drafts.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { RouteAccess } from '#web/routes.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { nounOfParam, paramsOf, tablesFor } from '#test/harness/nouns.ts';
import { nounsOf, plausible } from '#test/harness/plausible.ts';

/*
 * The promise: a guardian of one child can reach nothing of another's by any address. Folake answers for Tunde. Here
 * she walks every route that the application declares, with the ids of Ngozi, of Ngozi's guardian and of all that hangs
 * on the two. Nothing lists routes: a new one is walked from its first day.
 */
interface Route {
  method: 'GET' | 'POST';
  url: string;
  may: RouteAccess;
  schema: { body?: ZodType; querystring?: ZodType };
}
type Ids = Map<string, number>;

/** What only Ngozi's records hold. */
const secrets = /Ngozi|Okafor|Uzoamaka|Zubairu|8030000066|scarlet-paper/;
/** Beginnings that find her; an answer may repeat what was asked, but not tell how it goes on. */
const beginnings = ['ngo', 'oka', 'uzo', 'zub', '080300000', 'scar'];

let world: Awaited<ReturnType<typeof startSchool>>;
let routes: Route[];
let own: Ids;
let others: Ids;

beforeAll(async () => {
  world = await startSchool();
  routes = world.app.declaredRoutes
    .flatMap(({ method, url, may, schema }) =>
      [method]
        .flat()
        .map((one) => ({ method: one as Route['method'], url, may, schema: (schema ?? {}) as Route['schema'] })),
    )
    .filter(({ method, url }) => (method as string) !== 'HEAD' && !url.startsWith('/assets/'));
  const { ilorin, accounts: people } = world.school;
  const ngozi = ilorin.studentIds['Ngozi Okafor'];
  const { guardianId, accountId } = await fillFamily(ngozi);
  await world.as('zubairu');
  others = await idsOf(ngozi, guardianId, accountId);
  const [folake] = await world.database.asSystem([ilorin.id], (tx) =>
    tx.select({ id: guardians.id }).from(guardians).where(eq(guardians.firstName, 'Folake')),
  );
  own = await idsOf(ilorin.studentIds['Tunde Bakare'], folake!.id, people.guardian);
});
afterAll(() => world?.close());

/** All that can hang on a child: a guardian who signs in, photos, papers, a draft, messages, entries of the log. */
function fillFamily(studentId: number) {
  const { id: institutionId, roleIds } = world.school.ilorin;
  const actor = systemActor(institutionId, 'The office');
  return world.database.asSystem([institutionId], async (tx) => {
    const file = (name: string) =>
      keepFile(tx, actor, institutionId, {
        storedAs: `none-${name}`,
        sha256: '0',
        size: 1,
        purpose: 'document',
        name: `${name}.pdf`,
        mediaType: 'application/pdf',
      });
    const [photoId, photoSmallId, paper, guardianPaper] = await Promise.all(
      ['scarlet-paper-1', 'scarlet-paper-2', 'scarlet-paper-3', 'scarlet-paper-4'].map(file),
    );
    const [account] = await tx
      .insert(accounts)
      .values({ username: 'zubairu', name: 'Uzoamaka Zubairu', phone: '+2348030000066' })
      .returning({ id: accounts.id });
    const [guardian] = await tx
      .insert(guardians)
      .values({
        institutionId,
        surname: 'Zubairu',
        firstName: 'Uzoamaka',
        mobile: '+2348030000066',
        photoId,
        photoSmallId,
      })
      .returning({ id: guardians.id });
    const [accountId, guardianId] = [account!.id, guardian!.id];
    await tx.insert(studentGuardians).values({ institutionId, studentId, guardianId, relation: 'Mother' });
    await tx.insert(memberships).values({ institutionId, accountId, roleId: roleIds.guardian, guardianId });
    await tx
      .update(students)
      .set({ photoId, photoSmallId })
      .where(and(eq(students.institutionId, institutionId), eq(students.id, studentId)));
    await tx.insert(documents).values([
      { institutionId, studentId, title: 'scarlet-paper', fileId: paper! },
      { institutionId, guardianId, title: 'scarlet-paper', fileId: guardianPaper! },
    ]);
    await tx.insert(formDrafts).values(
      ['students/new', `students/${studentId}`, 'student', `guardians/${guardianId}`].map((form) => ({
        institutionId,
        accountId,
        form,
        content: { surname: 'Okafor', note: 'scarlet-paper' },
      })),
    );
    await tx.insert(notifications).values({ institutionId, accountId, kind: 'imports.done', title: 'Ngozi was moved' });
    await tx
      .insert(outbox)
      .values({ institutionId, channel: 'sms', recipient: '+2348030000066', body: 'Ngozi, come.' });
    for (const [type, id] of [['student', studentId] as const, ['guardian', guardianId] as const])
      await record(tx, actor, 'students.edit', {
        institutionId,
        subject: { type, id },
        summary: 'changed one field of Ngozi Okafor',
      });
    return { guardianId, accountId };
  });
}

/** An id for every table: the family's own row where the table has one, else any of the institution's. */
const idsOf = (studentId: number, guardianId: number, accountId: number): Promise<Ids> =>
  withClient(world.ownerUrl, async (client) => {
    const { id: institution } = world.school.ilorin;
    const ids: Ids = new Map();
    const { rows: columns } = await client.query(`
      select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by 1
      having 'id' = any (array_agg(column_name::text))`);
    for (const { name, columns: has } of columns as { name: string; columns: string[] }[]) {
      const theirs = [
        has.includes('student_id') && `student_id = ${studentId}`,
        has.includes('guardian_id') && `guardian_id = ${guardianId}`,
        has.includes('account_id') && `account_id = ${accountId}`,
      ].filter(Boolean);
      const order = theirs.length ? `order by coalesce(${theirs.join(' or ')}, false) desc, id` : 'order by id';
      const where = has.includes('institution_id') ? `where institution_id = ${institution}` : '';
      const { rows } = await client.query(`select id from ${name} ${where} ${order} limit 1`);
      if (rows[0] && /^\d+$/.test(String(rows[0].id))) ids.set(name, Number(rows[0].id));
    }
    return ids.set('students', studentId).set('guardians', guardianId).set('accounts', accountId);
  });

const find = (ids: Ids, noun: string) =>
  tablesFor(noun)
    .map((name) => ids.get(name))
    .find((id) => id !== undefined);

const name = ({ method, url }: Route) => `${method} ${url}`;

interface Address {
  url: string;
  /** Something in it is the others'; else it names what is nobody's, as a batch. */
  isOthers: boolean;
}

/** The address with each parameter filled from one of the families: every mixture in which something is the others'. */
function addressesOf(route: Route): Address[] {
  const params = paramsOf(route.url);
  const ways = params.reduce<Address[]>(
    (made, param) =>
      made.flatMap(({ url, isOthers }) =>
        [own, others].flatMap((ids) => {
          const noun = nounOfParam(param);
          // What is no record's id, a form's name or a secret, is tried with the child's.
          const value = find(ids, noun) ?? ids.get('students')!;
          const filled = url.replace(new RegExp(`:${param.name}(?=/|\\.|$)`), String(value));
          return [{ url: filled, isOthers: isOthers || (ids === others && find(own, noun) !== find(others, noun)) }];
        }),
      ),
    [{ url: route.url, isOthers: false }],
  );
  const theirs = ways.filter(({ isOthers }) => isOthers);
  return theirs.length ? theirs : ways.slice(-1);
}

/** Queries that ask for the others: by id in each field that names a record, and by the beginnings of their names. */
function queriesOf({ schema: { querystring } }: Route): string[] {
  if (!querystring) return [''];
  const isFree = querystring.safeParse({}).success;
  const base = isFree ? {} : (plausible(querystring, (noun) => find(own, noun)) ?? {});
  const asked = [
    {},
    ...nounsOf(querystring).flatMap((noun) => {
      const id = find(others, noun);
      return id === undefined ? [] : [{ [`${noun}_id`]: id }, { [noun]: id }, { id }];
    }),
    ...beginnings.flatMap((q) => [{ q }, { surname: q, firstName: q, mobile: q, phone: q, email: q }]),
  ];
  const written = asked.map((one) => ({ ...base, ...one })).filter((one) => querystring.safeParse(one).success);
  const known = written.map((one) => querystring.parse(one) as Record<string, unknown>);
  return [
    ...new Set(
      known.map(
        (one) =>
          `?${new URLSearchParams(
            Object.entries(one).flatMap(([key, value]) =>
              value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
            ),
          )}`,
      ),
    ),
  ];
}

/** What refused her at a route's first address, before it looked at anything else, is a sentence at the others. */
const inBackground = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };

const ask = (browser: Browser, { method, schema }: Route, url: string, wasRefused = false) =>
  method === 'GET'
    ? browser.get(url, wasRefused ? inBackground : undefined)
    : browser.send({
        method,
        url,
        headers: { accept: 'application/json' },
        payload: plausible(schema.body, (noun) => find(others, noun)) ?? {},
      });

/** Everything of the other family, as the database holds it. */
const picture = () =>
  withClient(world.ownerUrl, async (client) => {
    const student = others.get('students');
    const guardian = others.get('guardians');
    const seen: Record<string, string> = {};
    for (const [table, where] of [
      ['students', `id = ${student}`],
      ['guardians', `id = ${guardian}`],
      ['student_guardians', `student_id = ${student} or guardian_id = ${guardian}`],
      ['documents', `student_id = ${student} or guardian_id = ${guardian}`],
      ['custom_values', `student_id = ${student} or guardian_id = ${guardian}`],
      ['student_moves', `student_id = ${student}`],
      ['certificates', `student_id = ${student}`],
      ['enrolments', `student_id = ${student}`],
      ['memberships', `guardian_id = ${guardian}`],
      ['form_drafts', `account_id = ${others.get('accounts')}`],
      ['notifications', `account_id = ${others.get('accounts')}`],
    ]) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${table} t where ${where}`,
      );
      seen[table!] = rows[0].hash;
    }
    return seen;
  });

let folake: Browser | undefined;
/** Asks as her; what was done before may have ended her session, and what was refused was taken back. */
async function walk(route: Route, url: string, wasRefused: boolean) {
  folake ??= await world.as('guardian');
  const answer = await ask(folake, route, url, wasRefused);
  if (route.method === 'POST' && answer.statusCode < 400) [folake] = await world.signedIn([folake]);
  return answer;
}

test('with the ids of another child, its guardians and everything linked to them, every address is refused', async () => {
  const before = await picture();
  const wrong: string[] = [];
  let walked = 0;
  for (const route of routes.filter(({ url }) => paramsOf(url).length > 0)) {
    let wasRefused = false;
    for (const { url, isOthers } of addressesOf(route)) {
      const answer = await walk(route, url + (queriesOf(route)[0] ?? ''), wasRefused);
      wasRefused ||= answer.statusCode === 403;
      walked += 1;
      if (secrets.test(answer.body)) wrong.push(`${name(route)} told ${secrets.exec(answer.body)![0]} at ${url}`);
      if (isOthers && route.may !== 'public' && ![401, 403, 404].includes(answer.statusCode))
        wrong.push(
          `${name(route)} (${String(route.may)}) answered ${answer.statusCode} at ${url}: ${answer.body.slice(0, 120)}`,
        );
    }
  }
  expect(wrong.join('\n')).toBe('');
  expect(walked).toBeGreaterThan(60);
  expect(await picture()).toEqual(before);
});

test('lists, searches, the palette, notifications, proposals and files tell no word of another child', async () => {
  const before = await picture();
  const wrong: string[] = [];
  let walked = 0;
  for (const route of routes.filter(({ url }) => paramsOf(url).length === 0)) {
    let wasRefused = false;
    for (const query of route.method === 'GET' ? queriesOf(route) : ['']) {
      const answer = await walk(route, route.url + query, wasRefused);
      wasRefused ||= answer.statusCode === 403;
      walked += 1;
      if (secrets.test(answer.body)) wrong.push(`${name(route)}${query} told ${secrets.exec(answer.body)![0]}`);
      if (answer.statusCode >= 500 && answer.statusCode !== 503)
        wrong.push(`${name(route)}${query} answered ${answer.statusCode}`);
    }
  }
  expect(wrong.join('\n')).toBe('');
  expect(walked).toBeGreaterThan(100);
  expect(await picture()).toEqual(before);
});

/** Where the office reads of her. */
const telling = new Set([
  'GET /students',
  'GET /students/find',
  'GET /students/:id',
  'GET /students/:id/family',
  'GET /guardians',
  'GET /guardians/find',
  'GET /guardians/:id',
  'GET /guardians/:id/children',
]);

test('the walk would find something: the office opens the same addresses, and the guardian her own', async () => {
  const registrar = await world.as('registrar');
  const told = new Set<string>();
  for (const route of routes.filter((one) => telling.has(name(one))))
    for (const { url } of addressesOf(route))
      for (const query of queriesOf(route)) {
        const answer = await ask(registrar, route, url + query);
        if (secrets.test(answer.body)) told.add(name(route));
      }
  expect(told).toEqual(telling);
  const guardian = await world.as('guardian');
  for (const url of [
    '/students',
    '/children',
    `/students/${own.get('students')}/family`,
    `/guardians/${own.get('guardians')}`,
  ])
    expect([url, (await guardian.get(url)).statusCode]).toEqual([url, 200]);
});
