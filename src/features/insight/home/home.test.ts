import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PendingTask } from '#kernel/contracts/dashlet.ts';
import { memberships, roles } from '#kernel/identity.schema.ts';
import { formDrafts } from '#features/records/people/drafts.schema.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { startSchool } from '#test/harness/app.ts';
import { fillAssessment } from '#test/harness/filled-assessment.ts';
import { fillMessages } from '#test/harness/filled-messages.ts';
import { fillMoney } from '#test/harness/filled-money.ts';
import { fillNotices } from '#test/harness/filled-notices.ts';
import { fillOnline } from '#test/harness/filled-online.ts';
import { fillRegistration } from '#test/harness/filled-registration.ts';
import { openTill } from '#test/harness/till.ts';
import type { HomeProps } from './home.routes.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let offa: number;

beforeAll(async () => {
  world = await startSchool();
  [ilorin, offa] = [world.school.ilorin.id, world.school.offa.id];
  const { cashier } = world.school.accounts;
  await world.database.asSystem([ilorin, offa], async (tx) => {
    const intake = await addIntake(tx, world.school.ilorin);
    await addApplication(tx, intake, 'Bisi Alade');
    await addApplication(tx, intake, 'Chike Obi');
    await addApplication(tx, intake, 'Dayo Sowande', { status: 'under_review' });
    await addApplication(tx, await addIntake(tx, world.school.offa), 'Peace Ndako', { status: 'accepted' });
    await fillAssessment(tx, ilorin, 'Obi');
    await fillMoney(tx, ilorin, 'Obi');
    await fillOnline(tx, ilorin, cashier);
    await fillMessages(tx, ilorin, 'Obi');
    await fillNotices(tx, ilorin);
    await fillRegistration(tx, ilorin);
    await tx.insert(formDrafts).values({
      institutionId: ilorin,
      accountId: world.school.accounts.registrar,
      form: 'student:new',
      content: { entries: [], stamp: '' },
    });
  });
});
afterAll(() => world?.close());

const home = async (username: string, query = ''): Promise<HomeProps> =>
  (await (await world.as(username)).page(`/home${query}`)).props as unknown as HomeProps;
const waiting = async (username: string, query = '') =>
  Object.fromEntries((await home(username, query)).waiting.map(({ label, count }) => [label, count]));

test('each role is told what waits for its own act, and nothing that waits for others', async () => {
  expect(await waiting('registrar')).toMatchObject({
    'new applications to review': 2,
    'application to decide on': 1,
    'students without a class arm': 3,
    'unsaved form of a new student': 1,
    'request to approve': 1,
  });
  const principal = await waiting('principal');
  expect(principal).toMatchObject({ 'application to decide on': 1, 'request to approve': 1 });
  for (const label of ['new applications to review', 'students without a class arm', 'unsaved form of a new student'])
    expect(principal).not.toHaveProperty([label]);
  expect(await waiting('registrar.offa')).toMatchObject({ 'accepted offer to admit': 1 });
  for (const username of ['employee', 'student', 'applicant'])
    expect([username, await waiting(username)]).toEqual([username, {}]);
});

test('a teacher is told of marks until they are finished, then those who lock the sheet are', async () => {
  const isOpen = async () => (await waiting('teacher'))['subject with marks to enter'];
  expect(await isOpen()).toBeUndefined();
  const within = (query: ReturnType<typeof sql>) => world.database.asSystem([ilorin], (tx) => tx.execute(query));
  const [teacher] = await world.database.asSystem([ilorin], (tx) =>
    tx.select().from(memberships).where(eq(memberships.accountId, world.school.accounts.teacher)),
  );
  await within(sql`update course_offerings o set employee_id = ${teacher!.employeeId} from mark_sheets s, mark_sheet_courses k
    where (s.institution_id, s.batch_id, k.course_id) = (o.institution_id, o.batch_id, o.course_id)
      and (k.institution_id, k.sheet_id) = (s.institution_id, s.id)`);
  await within(sql`update mark_sheets set due_on = current_date - 3`);
  expect(await isOpen()).toBe(1);
  expect((await home('teacher')).waiting[0]).toMatchObject({ isUrgent: true, href: '/my-marks' });
  expect(await waiting('registrar')).not.toHaveProperty(['finished mark sheet to lock']);
  await within(sql`update mark_sheet_courses set done_at = now()`);
  expect(await isOpen()).toBeUndefined();
  expect(await waiting('registrar')).toMatchObject({ 'finished mark sheet to lock': 1 });
  await within(sql`update mark_sheets set state = 'locked'`);
  expect(await waiting('principal')).toMatchObject({ 'mark sheet to approve': 1 });
  await within(sql`update mark_sheets set state = 'approved'`);
  expect(await waiting('registrar')).toMatchObject({ 'class with results to publish': 1 });
});

test('a till waits for its cashier, and once it is closed for whoever approves days', async () => {
  const till = openTill(world);
  const cashier = await world.as('cashier');
  const before = (await waiting('bursar'))['cashier session to approve'] ?? 0;
  const { id: day } = (await till.openDay(cashier)).json();
  expect(await waiting('cashier')).toMatchObject({ 'session open today': 1 });
  expect(await waiting('bursar')).not.toHaveProperty(['session open today']);
  const nothing = { transfer: '0', pos: '0', cheque: '0' };
  expect((await cashier.post(`/cashier-days/${day}/close`, nothing)).statusCode).toBe(303);
  expect(await waiting('cashier')).not.toHaveProperty(['session open today']);
  const now = await waiting('bursar');
  expect((now['cashier session to approve'] ?? now['cashier sessions to approve'])! - before).toBe(1);
});

test('each button opens for its reader', async () => {
  const opened: string[] = [];
  for (const username of [
    'owner',
    'principal',
    'registrar',
    'bursar',
    'cashier',
    'ict_administrator',
    'teacher',
    'in.both',
  ]) {
    const person = await world.as(username);
    const links = ((await person.page('/home')).props['waiting'] as PendingTask[]).flatMap(({ href }) => href ?? []);
    for (const href of links) {
      opened.push(href);
      expect([username, href, (await person.get(href)).statusCode]).toEqual([username, href, 200]);
    }
  }
  expect(new Set(opened).size).toBeGreaterThan(10);
});

test('a guardian sees the children of both schools, each with what is owed, and no others', async () => {
  const { ilorin: school, offa: college, accounts } = world.school;
  await world.database.asSystem([ilorin, offa], async (tx) => {
    const [link] = await tx
      .select()
      .from(studentGuardians)
      .where(eq(studentGuardians.studentId, college.studentIds['Yakubu Ndako']));
    await tx.insert(memberships).values({
      institutionId: offa,
      accountId: accounts.guardian,
      roleId: college.roleIds.guardian,
      guardianId: link!.guardianId,
    });
  });
  await openTill(world).bill(school.studentIds['Tunde Bakare'], 5_000_00, { dueOn: '2026-01-05' });
  const namesOf = ({ family }: HomeProps) => family.map(({ firstName, school: at }) => `${firstName}, ${at}`);
  const both = await home('guardian');
  expect(namesOf(both).toSorted()).toEqual(['Tunde, Ilorin Grammar School', 'Yakubu, Offa College']);
  expect(both.family.find(({ firstName }) => firstName === 'Tunde')).toMatchObject({
    owed: 5_000_00,
    due: { day: '2026-01-05', isLate: true },
    isSelf: false,
    sendsExcuses: true,
  });
  expect(both.board).toBeNull();
  expect(namesOf(await home('guardian', `?institution_id=${offa}`))).toEqual(['Yakubu, Offa College']);
  expect(namesOf(await home('student'))).toEqual(['Ada, Ilorin Grammar School']);
  expect((await home('registrar')).family).toEqual([]);

  const mine = eq(roles.id, school.roleIds.guardian);
  await world.database.asSystem([ilorin], (tx) =>
    tx
      .update(roles)
      .set({ permissions: sql`array_remove(permissions, 'fees.viewSelf')` })
      .where(mine),
  );
  const [tunde] = (await home('guardian', `?institution_id=${ilorin}`)).family;
  expect(tunde).toMatchObject({ owed: null, credit: null, due: null });
});

test('the dashlets are one’s own, else the role’s, else what is usual for the role', async () => {
  const kinds = async (username: string) => (await home(username)).board!.dashlets.map(({ kind }) => kind);
  expect(await kinds('cashier')).toEqual(['payments.till', 'payments.today', 'payments.month', 'pins.stock']);
  expect(await kinds('ict_administrator')).toContain('accounts.failed');
  expect((await home('principal')).board!.dashlets.every(({ loaded }) => loaded.state !== 'no access')).toBe(true);
  const principal = await world.as('principal');
  const of = { institution_id: ilorin, size: 'small' };
  await principal.post('/dashlets', { ...of, kind: 'pins.stock', role_id: world.school.ilorin.roleIds.cashier });
  expect(await kinds('cashier')).toEqual([
    'payments.till',
    'payments.today',
    'payments.month',
    'pins.stock',
    'pins.stock',
  ]);
  const cashier = await world.as('cashier');
  const added = await cashier.post('/dashlets', { ...of, kind: 'payments.today', role_id: '' });
  expect(added.headers.location).toBe(`/home?institution_id=${ilorin}`);
  expect(await kinds('cashier')).toHaveLength(6);
  await cashier.post('/dashlets/reset', { institution_id: ilorin, role_id: '' });
  expect(await kinds('cashier')).toHaveLength(5);
  expect((await cashier.get(`/home?institution_id=${offa}`)).statusCode).toBe(404);
});
