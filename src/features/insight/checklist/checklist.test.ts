import { desc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool } from '#test/harness/app.ts';
import type { SentCard } from '#web/home-cards.ts';
import { proposedSession } from '#features/school/structure/sessions/proposed-session.ts';
import { draftOf } from '#features/school/structure/presets/draft.ts';
import { presets } from '#features/school/structure/presets/presets.ts';
import { proposeTerms } from '#features/school/structure/presets/presets.routes.ts';
import type { SetUpCardProps } from './set-up.card.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
});
afterAll(() => world?.close());

async function cardOf(username: string, institutionId = ilorin): Promise<SetUpCardProps | undefined> {
  const { props } = await (await world.as(username)).page(`/home?institution_id=${institutionId}`);
  const cards = (props as { homeCards?: SentCard[] }).homeCards ?? [];
  return cards.find(({ component }) => component === 'checklist/set-up')?.props as SetUpCardProps | undefined;
}
const statesOf = (card: SetUpCardProps | undefined) =>
  Object.fromEntries(card?.steps.map(({ key, isDone }) => [key, isDone]) ?? []);

test('the steps of a new school follow from its records, and lead to where they are done', async () => {
  const group = await world.as('group');
  const added = await group.post('/institutions', { name: 'Ibadan High', shortName: 'Ibadan', kind: 'secondary' });
  const school = Number(/\d+/.exec(added.headers.location!)![0]);
  const before = await cardOf('group', school);
  expect(before).toMatchObject({ institutionId: school, institution: 'Ibadan High' });
  expect(statesOf(before)).toEqual({
    terms: false,
    classes: false,
    arms: false,
    courses: false,
    students: false,
    guardians: false,
    employees: false,
    teachers: false,
    colleagues: false,
    grading: false,
    fees: false,
    messages: false,
    logo: false,
    site: false,
  });
  const fresh = await world.as('group');
  for (const { href } of before!.steps)
    expect([
      href,
      (await fresh.get(`${href}${href.includes('?') ? '&' : '?'}institution_id=${school}`)).statusCode,
    ]).toEqual([href, 200]);

  const session = proposedSession('2026-11-25');
  const [junior] = draftOf(presets.secondary);
  const terms = proposeTerms('terms', session.startsOn, session.endsOn).map((term, at) => [`t${at}`, term]);
  const levels = junior!.classes.map((level) => [level.key, level]);
  const [subject] = junior!.subjects;
  const programs = { junior: { ...junior, classes: Object.fromEntries(levels), subjects: { s0: subject } } };
  const body = { institutionId: school, session, terms: Object.fromEntries(terms), seats: 40, programs };
  expect((await fresh.post('/structure/templates', body)).statusCode).toBe(303);
  const after = await cardOf('group', school);
  expect(statesOf(after)).toMatchObject({ terms: true, classes: true, arms: true, courses: true, students: false });
  expect(after!.steps.find(({ key }) => key === 'arms')).toMatchObject({ count: 9, href: '/batches' });

  await world.database.asSystem([school], (tx) =>
    tx.execute(
      sql`delete from course_offerings where batch_id = (select min(id) from batches where institution_id = ${school})`,
    ),
  );
  const less = (await cardOf('group', school))!.steps.find(({ key }) => key === 'courses');
  expect(less).toMatchObject({ isDone: false, note: '1 of 9 have none' });

  const inSchool = (query: ReturnType<typeof sql>) => world.database.asSystem([school], (tx) => tx.execute(query));
  const step = async (key: string) => (await cardOf('group', school))!.steps.find((one) => one.key === key)!;
  const teachers = await step('teachers');
  expect(teachers).toMatchObject({ isDone: false, note: '8 of 8 have none' });
  expect(teachers.href).toMatch(/^\/batches\/\d+\/courses$/);
  await inSchool(sql`with e as (insert into employees (institution_id, employee_number, surname, first_name)
      values (${school}, 'E1', 'Bello', 'Musa') returning id)
    update course_offerings set employee_id = (select id from e) where institution_id = ${school}`);
  await inSchool(sql`insert into guardians (institution_id, surname, first_name) values (${school}, 'Obi', 'Mama')`);
  await inSchool(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on, place)
    values (${school}, 'sms', 'http', '', true, 1)`);
  expect(statesOf(await cardOf('group', school))).toMatchObject({
    teachers: true,
    guardians: true,
    messages: true,
    fees: false,
    logo: false,
  });
});

test('it is dismissed for everyone of the institution, undone by the notice, and both are in the audit log', async () => {
  expect(await cardOf('owner')).toBeDefined();
  const owner = await world.as('owner');
  const colleague = await world.as('ict_administrator');
  const hasCards = async () => Boolean((await colleague.page('/home')).props['homeCards']);
  // Once more from what was kept, until somebody writes.
  expect([await hasCards(), await hasCards()]).toEqual([true, true]);
  expect((await owner.post(`/institutions/${ilorin}/checklist/dismiss`)).statusCode).toBe(303);
  expect(await hasCards()).toBe(false);
  const { flash } = await owner.page('/home');
  expect(flash).toMatchObject({ undo: { action: `/institutions/${ilorin}/checklist/restore` } });
  expect([await cardOf('owner'), await cardOf('ict_administrator')]).toEqual([undefined, undefined]);
  expect((await owner.page('/checklist')).props).toMatchObject({ isDismissed: true });
  await owner.post(`/institutions/${ilorin}/checklist/dismiss`);
  await owner.post(`/institutions/${ilorin}/checklist/restore`);
  expect(await cardOf('owner')).toBeDefined();
  const entries = await world.database.asSystem([ilorin], (tx) =>
    tx.select({ action: auditEntries.action }).from(auditEntries).orderBy(desc(auditEntries.id)).limit(2),
  );
  expect(entries.map(({ action }) => action)).toEqual(['checklist.restore', 'checklist.dismiss']);
});

test('only people who set up the institution see it, and only the steps that they can do', async () => {
  for (const username of ['principal', 'registrar', 'teacher', 'guardian'])
    expect(await cardOf(username)).toBeUndefined();
  expect(Object.keys(statesOf(await cardOf('ict_administrator')))).toContain('colleagues');
  const registrar = await world.as('registrar');
  expect((await registrar.get('/checklist')).statusCode).toBe(403);
  expect((await registrar.post(`/institutions/${ilorin}/checklist/dismiss`)).statusCode).toBe(403);
  const { offa } = world.school;
  expect((await (await world.as('owner')).post(`/institutions/${offa.id}/checklist/dismiss`)).statusCode).toBe(404);
});

test('the first automatic messages are switched one by one, with what each costs', async () => {
  const principal = await world.as('principal');
  const owner = await world.as('owner');
  const inIlorin = (query: ReturnType<typeof sql>) => world.database.asSystem([ilorin], (tx) => tx.execute(query));
  const shown = async () => (await owner.page('/checklist')).props.automatic as object[];
  const one = { isOn: false, parts: 1, price: null };
  expect(await shown()).toEqual([
    { ...one, event: 'payments.received', label: 'Payment received' },
    { ...one, event: 'results.published', label: 'Results published' },
    { ...one, event: 'attendance.absent', label: 'Absence' },
  ]);
  await inIlorin(sql`insert into message_prices (institution_id, prefix, network, price)
    values (${ilorin}, '+234803', 'MTN', 400), (${ilorin}, '+234805', 'Glo', 500)`);
  await inIlorin(sql`insert into message_switches (institution_id, event, audience, channel, is_on, text)
    values (${ilorin}, 'results.published', 'guardian', 'sms', false, ${'Results of {student} are out. '.repeat(6)})`);
  const turn = (who: typeof owner, event: string, isOn: string) =>
    who.post(`/institutions/${ilorin}/checklist/messages`, { event, is_on: isOn });
  for (const event of ['results.published', 'attendance.absent'])
    expect((await turn(owner, event, 'true')).statusCode).toBe(303);
  const price = { from: 400, to: 500 };
  expect(await shown()).toMatchObject([
    { isOn: false, price },
    { isOn: true, parts: 2, price: { from: 800, to: 1000 } },
    { isOn: true, price },
  ]);
  const { rows } = await inIlorin(
    sql`select event, text is null as "isUsual" from message_switches where is_on order by event`,
  );
  expect(rows).toEqual([
    { event: 'attendance.absent', isUsual: true },
    { event: 'results.published', isUsual: false },
  ]);
  expect((await turn(principal, 'attendance.absent', '')).statusCode).toBe(303);
  expect(await shown()).toMatchObject([{}, { isOn: true }, { isOn: false }]);
  expect((await turn(owner, 'notices.published', 'true')).statusCode).toBe(422);
  expect((await turn(await world.as('bursar'), 'attendance.absent', 'true')).statusCode).toBe(403);
  const elsewhere = `/institutions/${world.school.offa.id}/checklist/messages`;
  expect((await owner.post(elsewhere, { event: 'attendance.absent', is_on: 'true' })).statusCode).toBe(404);
});

test('the page of backups says when none are made', async () => {
  const owner = await world.as('owner');
  expect((await owner.page('/backups')).props).toMatchObject({ backups: null });
  expect((await (await world.as('registrar')).get('/backups')).statusCode).toBe(403);
});
