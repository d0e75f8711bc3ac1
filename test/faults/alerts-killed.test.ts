import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { notifyOfAbsences } from '#features/teaching/attendance/alerts/notify-of-absences.job.ts';
import { randomFrom } from '#test/faults/work/desk.ts';
import { startSchool } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';

const seed = Date.now() % 100_000;
const chance = randomFrom(seed);
const classSize = 300;
const kills = 6;
/** An hour at which the morning’s deadline and the pause are over. */
const moment = `${todayHere()}T10:00:00+01:00`;

let world: Awaited<ReturnType<typeof startSchool>>;
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Row>(tx, statement));

beforeAll(async () => {
  world = await startSchool();
  const { id, batchIds } = world.school.ilorin;
  await world.database.asSystem([id], (tx) => openSchoolDays(tx, id));
  await ask(sql`insert into message_switches (institution_id, event, audience, channel, is_on, on_since)
    values (${id}, 'attendance.absent', 'guardian', 'sms', true, '2026-01-01')
    on conflict (institution_id, event, audience, channel) do update set is_on = true, on_since = excluded.on_since`);
  await ask(sql`with child as (
      insert into students (institution_id, admission_number, surname, first_name, batch_id)
      select ${id}::int, 'K' || n, 'Killed', 'Child ' || n, ${batchIds['JSS 2 A']}::bigint from generate_series(1, ${classSize}::int) n
      returning institution_id, id, admission_number),
    parent as (
      insert into guardians (institution_id, surname, first_name, mobile)
      select ${id}::int, 'Killed', 'K' || n, '+23480' || (31000000 + n) from generate_series(1, ${classSize}::int) n
      returning id, first_name)
    insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
    select c.institution_id, c.id, p.id, true from child c join parent p on p.first_name = c.admission_number`);
  await ask(sql`insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll)
    select ${id}::int, b.id, t.id, ${todayHere()}, 1, (select array_agg(s.id) from students s where s.surname = 'Killed')
    from batches b join terms t on t.session_id = b.session_id and t.is_current where b.id = ${batchIds['JSS 2 A']}`);
});
afterAll(() => world?.close());

/** The next so many children are marked absent, long before the moment. */
const markAbsent = (count: number) =>
  ask(sql`insert into attendance_marks (institution_id, register_id, student_id, on_date, kind, marked_at)
    select r.institution_id, r.id, s.id, r.on_date, 'absent', ${`${todayHere()}T08:00:00+01:00`}::timestamptz
    from attendance_registers r join students s on s.institution_id = r.institution_id and s.surname = 'Killed'
    where r.institution_id = ${world.school.ilorin.id} and not exists (select from attendance_marks m where m.student_id = s.id)
    order by s.id limit ${count}`);
const toldCount = async () => (await ask<{ n: number }>(sql`select count(*)::int as n from attendance_alerts`))[0]!.n;

test(`killed at any moment, guardians are told of each absence once, and of none twice (seed ${seed})`, async () => {
  const share = classSize / kills;
  for (let round = 0; round < kills; round += 1) {
    const child = fork('test/faults/tell-until-killed.ts', [world.appUrl, moment], {
      execPath: 'node_modules/.bin/node',
    });
    const before = await toldCount();
    await markAbsent(share / 2);
    // The process is at work once it has told of somebody; it is killed while it tells of the next ones.
    await expect.poll(toldCount, { interval: 5 }).toBeGreaterThan(before);
    await markAbsent(share / 2);
    await wait(chance() * 40);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await notifyOfAbsences(world.database, new Date(moment));
  const messages = await ask<{ times: number; children: number }>(
    sql`select times::int, count(*)::int as children from (select s.id,
        (select count(*) from outbox o where o.event = 'attendance.absent' and o.body like '%' || s.first_name || ' Killed%') as times
      from students s where s.surname = 'Killed') told group by 1`,
  );
  expect(messages).toEqual([{ times: 1, children: classSize }]);
  expect(await toldCount()).toBe(classSize);
  // Each class teacher and each person of the office is reminded of a missing register once.
  const reminders = await ask<{ times: number }>(
    sql`select distinct count(*)::int as times from notifications where kind in ('attendance.due', 'attendance.missing')
      group by account_id, subject`,
  );
  expect(reminders).toEqual([{ times: 1 }]);
});
