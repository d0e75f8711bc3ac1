import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import type { MarkKind } from '../mark-kinds.ts';
import { notifyOfAbsences } from './notify-of-absences.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
/** JSS 1 A: Ada, Tunde, whose mother has an account, and Chidi, who is suspended. */
let batchId: number;
let tunde: number;
let ada: number;
const now = todayHere();
/** A time of today in Lagos. */
const at = (time: string) => new Date(`${now}T${time}:00+01:00`);

const ilorin = () => world.school.ilorin;
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin().id], (tx) => query<Row>(tx, statement));

beforeEach(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ({ 'Tunde Bakare': tunde, 'Ada Obi': ada } = ilorin().studentIds);
  await world.database.asSystem([ilorin().id], (tx) => openSchoolDays(tx, ilorin().id));
  [{ batchId }] = (await ask(sql`select batch_id::int as "batchId" from students where id = ${tunde}`)) as [
    { batchId: number },
  ];
  for (const event of ['attendance.absent', 'attendance.late', 'attendance.corrected'])
    await switchOn(event, '2026-01-01');
});
afterEach(() => world.close());

const switchOn = (event: string, since: string) =>
  ask(sql`insert into message_switches (institution_id, event, audience, channel, is_on, on_since)
    values (${ilorin().id}, ${event}, 'guardian', 'sms', true, ${since})
    on conflict (institution_id, event, audience, channel) do update set is_on = true, on_since = excluded.on_since`);

/** Marks one student at a time of today, whenever the test runs. */
async function mark(
  studentId: number,
  kind: MarkKind,
  time: string,
  { sitting = 1, was = null as object | null } = {},
) {
  const one = { kind, codeId: null, minutes: kind === 'late' ? 20 : null, leftAt: null, remark: null };
  const answer = await registrar.post('/registers', {
    batchId,
    onDate: now,
    sitting,
    offeringId: null,
    markedAt: Date.now(),
    sentAt: Date.now(),
    isDayConfirmed: false,
    reason: '',
    marks: [{ studentId, mark: one, was }],
  });
  expect(answer.json()).toEqual({ saved: 1, problems: [] });
  await ask(sql`update attendance_marks set marked_at = ${at(time)} where student_id = ${studentId} and kind = ${kind}
    and register_id = (select id from attendance_registers where batch_id = ${batchId} and on_date = ${now} and sitting = ${sitting})`);
  return one;
}
const tell = (time: string) => notifyOfAbsences(world.database, at(time));
const sent = () =>
  ask<{ event: string; body: string }>(sql`select event, body from outbox
  where event like 'attendance.%' order by id`);
const notices = (kind: string) =>
  ask<{ title: string; href: string; account: string }>(sql`select n.title, n.href, a.username as account
    from notifications n join accounts a on a.id = n.account_id where n.kind = ${kind} order by n.id`);

test('a guardian is told of an absence once, after the deadline and the pause', async () => {
  await mark(tunde, 'absent', '08:05');
  await tell('09:14');
  expect(await sent()).toEqual([]);
  await tell('09:15');
  const [day] = await ask<{ day: string }>(sql`select to_char(${now}::date, 'FMDD Mon YYYY') as day`);
  expect(await sent()).toEqual([
    {
      event: 'attendance.absent',
      body: `Ilorin Grammar School: Tunde Bakare, JSS 1 A, marked absent on ${day!.day}. Please tell us the reason.`,
    },
  ]);
  expect(await notices('attendance.absent')).toMatchObject([{ account: 'guardian', href: '/my-excuses' }]);
  // In the afternoon too, and whatever happens on the way: nothing again.
  await mark(tunde, 'absent', '13:10', { sitting: 2 });
  await tell('14:15');
  await tell('17:00');
  expect(await sent()).toHaveLength(1);
});

test('a register that is taken late is told of a pause after it, and one of the afternoon after its own deadline', async () => {
  await mark(tunde, 'absent', '10:30');
  await tell('10:44');
  expect(await sent()).toEqual([]);
  await tell('10:46');
  expect(await sent()).toHaveLength(1);
  await mark(tunde, 'late', '13:05', { sitting: 2 });
  await tell('14:14');
  expect(await sent()).toHaveLength(1);
  await tell('14:16');
  expect((await sent()).map(({ event }) => event)).toEqual(['attendance.absent', 'attendance.late']);
  expect((await sent())[1]!.body).toContain('came 20 minutes late');
});

test('a mark that is corrected within the pause sends nothing', async () => {
  const was = await mark(tunde, 'absent', '08:05');
  await mark(tunde, 'present', '09:10', { was });
  await tell('09:20');
  await tell('16:00');
  expect(await sent()).toEqual([]);
});

test('an absence that turns out wrong is told of, once, and a late one says so itself', async () => {
  const was = await mark(tunde, 'absent', '08:05');
  await tell('09:20');
  const late = await mark(tunde, 'late', '09:40', { was });
  await tell('09:41');
  expect((await sent()).map(({ event }) => event)).toEqual(['attendance.absent', 'attendance.corrected']);
  expect((await sent())[1]!.body).toContain('Tunde Bakare, JSS 1 A, is in school: marked late at 09:40 am');
  await mark(tunde, 'present', '09:50', { was: late });
  await tell('10:30');
  await tell('15:00');
  expect(await sent()).toHaveLength(2);
});

test('an absence that becomes “sick” is not told of as a mistake', async () => {
  const was = await mark(tunde, 'absent', '08:05');
  await tell('09:20');
  await mark(tunde, 'sick', '09:40', { was });
  await tell('09:41');
  expect(await sent()).toHaveLength(1);
});

test('nothing is sent of the sick, the suspended, the explained, or of yesterday', async () => {
  await mark(tunde, 'sick', '08:05');
  await tell('09:20');
  expect(await sent()).toEqual([]);
  const guardian = world.school.accounts.guardian;
  const reason = (account: number, studentId: number) =>
    ask(sql`insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason, account_id)
      values (${ilorin().id}, ${studentId}, ${now}, ${now}, 'sick', 'Has a fever', ${account})`);
  await mark(tunde, 'absent', '13:05', { sitting: 2 });
  await reason(guardian, tunde);
  await tell('14:20');
  expect(await sent()).toEqual([]);
  await ask(sql`update attendance_marks set on_date = on_date - 1 where student_id = ${tunde}`);
  await ask(sql`delete from attendance_excuses`);
  await tell('15:20');
  expect(await sent()).toEqual([]);
});

test('what a student says does not keep the guardians from knowing', async () => {
  await ask(
    sql`insert into guardians (institution_id, surname, first_name, mobile) values (${ilorin().id}, 'Obi', 'Mama', '+2348031110001')`,
  );
  await ask(sql`insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
    select institution_id, ${ada}, id, true from guardians where first_name = 'Mama'`);
  await ask(sql`insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason, account_id)
    values (${ilorin().id}, ${ada}, ${now}, ${now}, 'sick', 'I am ill', ${world.school.accounts.student})`);
  await mark(ada, 'absent', '08:05');
  await tell('09:20');
  expect((await sent()).map(({ body }) => body)).toEqual([expect.stringContaining('Ada Obi, JSS 1 A')]);
});

test('what was due before alerts were switched on is not told, and nothing while they are off', async () => {
  await mark(tunde, 'absent', '08:05');
  await ask(sql`delete from message_switches where event = 'attendance.absent'`);
  await switchOn('attendance.absent', `${now}T10:00:00+01:00`);
  await ask(sql`insert into message_switches (institution_id, event, audience, channel, is_on)
    values (${ilorin().id}, 'attendance.absent', 'guardian', 'notice', false)`);
  await tell('10:10');
  expect(await sent()).toEqual([]);
  await ask(sql`update message_switches set is_on = false, on_since = null`);
  await mark(tunde, 'absent', '13:05', { sitting: 2 });
  await tell('14:30');
  expect(await sent()).toEqual([]);
  expect(await ask(sql`select 1 from attendance_alerts`)).toEqual([]);
});

test('two workers at once, and a run that breaks off and is repeated, tell once', async () => {
  await mark(tunde, 'absent', '08:05');
  await Promise.all([tell('09:20'), tell('09:20'), tell('09:21')]);
  expect(await sent()).toHaveLength(1);
  await mark(tunde, 'late', '13:05', { sitting: 2 });
  // The message cannot be written: the proof that it was sent is not there either.
  await withBrokenOutbox(() => expect(tell('14:30')).rejects.toThrow());
  expect(await ask(sql`select 1 from attendance_alerts where kind = 'late'`)).toEqual([]);
  await tell('14:34');
  expect((await sent()).map(({ event }) => event)).toEqual(['attendance.absent', 'attendance.late']);
});

async function withBrokenOutbox(work: () => Promise<unknown>) {
  const owner = (statement: string) => withClient(world.ownerUrl, (client) => client.query(statement));
  await owner(`create function broken() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger broken before insert on outbox for each row execute function broken()`);
  await work();
  await owner('drop trigger broken on outbox; drop function broken()');
}

test('the time zone of the institution decides when it is late', async () => {
  await ask(sql`update institutions set time_zone = 'Africa/Johannesburg' where id = ${ilorin().id}`);
  await mark(tunde, 'absent', '07:05');
  await tell('08:14');
  expect(await sent()).toEqual([]);
  // 09:15 in Johannesburg.
  await tell('08:15');
  expect(await sent()).toHaveLength(1);
});

test('teachers without a register are reminded at the deadline, and the office gets one count', async () => {
  await mark(tunde, 'present', '08:05');
  await tell('08:59');
  expect(await notices('attendance.due')).toEqual([]);
  await Promise.all([tell('09:01'), tell('09:01')]);
  await tell('09:05');
  const batch = ilorin().batchIds['JSS 2 A'];
  expect(await notices('attendance.due')).toEqual([
    {
      title: 'The register of JSS 2 A is not taken: morning',
      account: 'teacher',
      href: `/registers/${batch}?date=${now}&sitting=1`,
    },
  ]);
  const office = await notices('attendance.missing');
  expect(new Set(office.map(({ title }) => title))).toEqual(new Set(['2 registers not taken: morning']));
  expect(office.map(({ account }) => account).toSorted()).toEqual(['in.both', 'owner', 'principal', 'registrar']);
  await tell('14:05');
  expect((await notices('attendance.due')).map(({ title }) => title)).toEqual([
    'The register of JSS 2 A is not taken: morning',
    'The register of JSS 2 A is not taken: afternoon',
  ]);
  expect(await notices('attendance.missing')).toHaveLength(8);
});

test('a school that takes no registers is reminded of none', async () => {
  await tell('09:05');
  expect(await notices('attendance.missing')).toEqual([]);
});
