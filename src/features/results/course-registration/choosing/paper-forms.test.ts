import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagesOfMenu } from '#web/shell.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import type { RegistrationView } from './place.queries.ts';

/* JSS 1 A takes English and Mathematics, 3 units each, and the elective French of 2; 3 to 6 units are allowed. */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let owner: Browser;
let termId: number;
let periodId: number;
let french: number;
const ilorin = () => world.school.ilorin;
const asOwner = (text: string) => withClient(world.ownerUrl, (client) => client.query(text));
const ada = () => ilorin().studentIds['Ada Obi'];
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = async <Row>(query: ReturnType<typeof sql>) =>
  within(async (tx) => (await tx.execute(query)).rows as Row[]);
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
const labels = async (who: Browser) =>
  pagesOfMenu((await who.page('/account')).props.shell.menu).map(({ page }) => page.label);
const compulsory = () => [ilorin().courseIds.ENG, ilorin().courseIds.MTH] as number[];
const register = (who: Browser, courseIds: number[], reason = '') =>
  who.post(`/students/${ada()}/course-registration`, { termId, courseIds, reason });
const viewOf = async (who: Browser) =>
  (await who.page(`/students/${ada()}/course-registration?term=${termId}`)).props.view as RegistrationView;
const approve = async (who: Browser) =>
  who.post('/course-registrations/approve', { ids: [(await viewOf(registrar)).saved!.id] });
const takes = async () =>
  (await rowsOf<{ id: number }>(sql`select course_id::int as id from registered_courses where student_id = ${ada()}`))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);

beforeAll(async () => {
  world = await startSchool();
  [registrar, owner] = await Promise.all([world.as('registrar'), world.as('owner')]);
  await within(async (tx) => {
    await tx.execute(sql`insert into courses (institution_id, code, title, credit_units, elective_group)
      values (${ilorin().id}, 'FRE', 'French', 2, 'Language')`);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select ${ilorin().id}::int, ${ilorin().batchIds['JSS 1 A']}::bigint, id from courses where code in ('ENG', 'MTH', 'FRE')
      on conflict do nothing`);
  });
  const [found] = await rowsOf<{ term: number; french: number }>(sql`select t.id::int as term, c.id::int as french
    from terms t join courses c on c.institution_id = t.institution_id and c.code = 'FRE'
    where t.institution_id = ${ilorin().id} and t.is_current`);
  ({ term: termId, french } = found!);
});
afterAll(() => world?.close());

test('without registration the menu has no entry of it; the first period brings it to everyone at once', async () => {
  const student = await world.as('student');
  expect(await labels(registrar)).toContain('Registration periods');
  expect(await labels(registrar)).not.toContain('Course registration');
  expect(await labels(student)).not.toContain('My courses');
  const made = await registrar.post('/registration-periods', {
    minimumUnits: 3,
    maximumUnits: 6,
    opensOn: inDays(-1),
    closesOn: inDays(5),
    lateUntil: '',
    lateFee: '',
    lateCategoryId: '',
    termId,
    classIds: [ilorin().classIds['JSS 1']],
  });
  expect(made.statusCode, made.body).toBe(303);
  expect(await labels(registrar)).toContain('Course registration');
  expect(await labels(student)).toContain('My courses');
  [{ id: periodId }] = (await rowsOf<{ id: number }>(sql`select id::int as id from registration_periods`)) as [
    { id: number },
  ];
});

test('a registrar registers, changes and drops courses for a student within the same rules; the audit log says who', async () => {
  expect((await viewOf(registrar)).can).toEqual({ submit: false, enter: true, decide: false });
  expect((await register(await world.as('teacher'), compulsory())).statusCode).toBe(403);
  expect((await register(await world.as('registrar.offa'), compulsory())).statusCode).toBe(404);
  expect((await register(registrar, [compulsory()[0]!])).json().errors.courseIds).toMatch(/MTH is compulsory/);
  expect((await register(registrar, compulsory())).statusCode).toBe(303);
  expect((await viewOf(registrar)).saved).toMatchObject({ state: 'submitted', enteredBy: expect.any(String) });
  expect((await approve(registrar)).statusCode).toBe(303);
  expect(await takes()).toEqual(compulsory().toSorted((a, b) => a - b));
  const [entry] = await rowsOf<{ summary: string; name: string }>(sql`select w.summary, a.username as name
    from audit_entries w join accounts a on a.id = w.account_id where w.action = 'registration.enter'`);
  expect(entry).toEqual({
    name: 'registrar',
    summary: 'registered Ada Obi for 2 courses (6 units) in First Term, 2026/2027',
  });
  const told = (await (await world.as('student')).page('/notifications')).props;
  expect(JSON.stringify(told)).toContain('Your courses were registered for you: First Term');
});

test('outside the units only where the school allows it, with a reason, and a second person approves it', async () => {
  const all = [...compulsory(), french];
  expect((await register(registrar, all, 'Needs French to graduate')).json().errors.courseIds).toMatch(
    /8 units chosen/,
  );
  await within((tx) => tx.execute(sql`update registration_periods set allows_override = true`));
  expect((await register(registrar, all)).json().errors.courseIds).toMatch(/8 units chosen/);
  const student = await world.as('student');
  expect((await register(student, all, 'I want to')).json().errors.form).toMatch(/is approved/);
  expect((await register(registrar, all, 'Needs French to graduate')).statusCode).toBe(303);
  // What was approved before stays until then.
  expect(await takes()).toHaveLength(2);
  expect((await approve(registrar)).json().errors.ids).toMatch(/outside the unit limits yourself/);
  expect((await viewOf(registrar)).saved).toMatchObject({ isOwnOverride: true });
  expect((await viewOf(owner)).saved).toMatchObject({
    overrideReason: 'Needs French to graduate',
    isOwnOverride: false,
  });
  expect((await approve(owner)).statusCode).toBe(303);
  expect(await takes()).toHaveLength(3);
  // An own registration knows no exception.
  await registrar.post(`/course-registrations/${(await viewOf(registrar)).saved!.id}/return`, { remark: 'Once more' });
  expect((await register(student, all, 'I want to')).json().errors.courseIds).toMatch(/8 units chosen/);
});

test('nobody registers for the own family', async () => {
  // The registrar's account has the phone of Ada's mother.
  await within((tx) =>
    tx.execute(sql`with mother as (insert into guardians (institution_id, surname, first_name, phone)
        values (${ilorin().id}, 'Obi', 'Mother', '+2348030000177') returning id)
      insert into student_guardians (institution_id, student_id, guardian_id, relation)
      select ${ilorin().id}, ${ada()}, id, 'Mother' from mother`),
  );
  const phone = (to: string) => asOwner(`update accounts set phone = ${to} where username = 'registrar'`);
  await phone(`'+2348030000177'`);
  expect((await viewOf(registrar)).can).toMatchObject({ enter: false, decide: false });
  const refused = await register(registrar, compulsory());
  expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringMatching('of your own family')]);
  await phone('null');
});

test('registration is closed early and reopened; a period is removed only while nobody registered in it', async () => {
  const act = (name: string) => registrar.post(`/registration-periods/${periodId}/${name}`);
  expect((await act('remove')).json().message).toMatch(/1 student has registered already/);
  expect((await act('close')).statusCode).toBe(303);
  expect((await act('close')).statusCode).toBe(409);
  expect((await register(registrar, compulsory())).json().errors.form).toMatch(/closed before its last day/);
  expect((await viewOf(registrar)).can.enter).toBe(false);
  expect((await act('reopen')).statusCode).toBe(303);
  await within(async (tx) => {
    await tx.execute(sql`delete from registered_courses`);
    await tx.execute(sql`delete from registration_choices`);
  });
  await asOwner(`delete from course_registrations`);
  expect((await act('remove')).statusCode).toBe(303);
  expect((await act('remove')).statusCode).toBe(404);
  expect(await labels(registrar)).not.toContain('Course registration');
});
