import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { product } from '#product/features.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { sendSchedules } from './send-schedules.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  registrar = await world.as('registrar');
  await ask(
    sql`update accounts set email = username || '@school.ng' where username in ('registrar', 'teacher', 'principal') returning id`,
  );
});
afterAll(() => world.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin], (tx) => query<Row & Record<string, unknown>>(tx, statement));
const form = (name: string, more: object = {}) => ({
  institution_id: ilorin,
  name,
  description: '',
  subject: 'student',
  sort: '[]',
  group_by: '',
  limit: '',
  filters: '{"groups":[]}',
  selected_fields: 'remove_student_surname',
  ...more,
});
async function save(name: string, ...roles: ('teacher' | 'principal')[]): Promise<number> {
  const answer = await registrar.post('/reports', form(name));
  expect(answer.statusCode, answer.body).toBe(303);
  const id = Number(answer.headers.location!.split('/').at(-1));
  await registrar.post(`/reports/${id}/sharing`, { roles: roles.map((role) => world.school.ilorin.roleIds[role]) });
  return id;
}
const schedule = (reportId: number, more: object = {}, browser = registrar) =>
  browser.send({
    method: 'POST',
    url: `/reports/${reportId}/schedule`,
    payload: { repeats: 'daily', hour: 7, roles: [], accounts: [], ...more },
    headers: { accept: 'application/json' },
  });
const send = () =>
  sendSchedules({ database: world.database, environment: { publicUrl: 'https://akada.school.ng' }, product });
/** As if its time had come so many days ago. */
const isDue = (reportId: number, days = 0) =>
  ask(
    sql`update report_schedules set next_at = now() - make_interval(days => ${days}) - interval '1 minute' where report_id = ${reportId} returning id`,
  );
const mailsOf = (name: string) =>
  ask<{ recipient: string; body: string }>(
    sql`select recipient, body from outbox where event = 'reports.scheduled' and starts_with(subject, ${name}) order by id`,
  );

test('the next time is worked out by the institution’s clock, in words and in the list', async () => {
  const id = await save('Clock');
  const self = { accounts: [world.school.accounts.registrar] };
  const cases = [
    [{ repeats: 'daily', hour: 7 }, 'Every day at 07:00 am'],
    [{ repeats: 'weekly', weekday: 5, hour: 16 }, 'Every Friday at 04:00 pm'],
    [{ repeats: 'monthly', month_day: 'first', hour: 0 }, 'On the first day of the month at 12:00 am'],
    [{ repeats: 'monthly', month_day: 'last', hour: 12 }, 'On the last day of the month at 12:00 pm'],
  ] as const;
  for (const [when, words] of cases) {
    const answer = await schedule(id, { ...when, ...self });
    expect(answer.statusCode, answer.body).toBe(303);
    expect((await registrar.page(`/report-schedules?report=${id}`)).flash).toMatchObject({
      message: `The schedule was saved: ${words}.`,
    });
  }
  const rows = await ask<{ local: string; isSoon: boolean; day: string }>(
    sql`select to_char(s.next_at at time zone i.time_zone, 'HH24:MI') as local, to_char(s.next_at at time zone i.time_zone, 'FMDay DD') as day,
        s.next_at > now() and s.next_at <= now() + case repeats when 'daily' then interval '1 day' when 'weekly' then interval '7 days' else interval '32 days' end as "isSoon"
      from report_schedules s join institutions i on i.id = s.institution_id where s.report_id = ${id} order by s.id`,
  );
  expect(rows.map(({ local, isSoon }) => [local, isSoon])).toEqual(
    ['07:00', '16:00', '00:00', '12:00'].map((local) => [local, true]),
  );
  expect(rows[1]!.day).toMatch(/^Friday/);
  expect(rows[2]!.day).toMatch(/ 01$/);
  expect(rows[3]!.day).toMatch(/ (28|29|30|31)$/);
  expect((await registrar.page(`/report-schedules?report=${id}`)).props.rows).toHaveLength(4);
});

test('each recipient who can open the report gets one link without data, after a pause and from two servers too', async () => {
  const id = await save('Roll', 'teacher', 'principal');
  const { roleIds } = world.school.ilorin;
  const made = await schedule(id, {
    roles: [roleIds.teacher, roleIds.principal],
    accounts: [world.school.accounts.registrar],
  });
  expect(made.statusCode, made.body).toBe(303);
  await send();
  expect(await mailsOf('Roll')).toEqual([]);
  // Who may not open it any more gets nothing.
  await registrar.post(`/reports/${id}/sharing`, { roles: [roleIds.teacher] });
  await ask(
    sql`update roles set permissions = array_remove(permissions, 'reports.share') where id = ${roleIds.principal} returning id`,
  );
  await isDue(id, 10);
  await Promise.all([send(), send()]);
  await send();
  const mails = await mailsOf('Roll');
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(['registrar@school.ng', 'teacher@school.ng']);
  for (const { recipient, body } of mails) {
    expect(body).toContain(`https://akada.school.ng/reports/${id}`);
    expect(body).not.toMatch(/Obi|Bakare|Okafor/);
    expect(body.includes('/rows.pdf')).toBe(recipient === 'registrar@school.ng');
  }
  const notices = await ask(
    sql`select account_id from notifications where kind = 'reports.scheduled' and href = ${`/reports/${id}`}`,
  );
  expect(notices).toHaveLength(2);
  const [next] = await ask<{ ok: boolean }>(
    sql`select next_at > now() and last_at is not null as ok from report_schedules where report_id = ${id}`,
  );
  expect(next!.ok).toBe(true);
  const entries = await ask<{ summary: string }>(sql`select summary from audit_entries where action = 'reports.send'`);
  expect(entries).toEqual([{ summary: 'sent the link to the report “Roll” to 2 people' }]);
  // The link asks to sign in.
  expect((await world.nobody().get(`/reports/${id}`)).headers.location).toMatch(/^\/sign-in\?next=/);
});

test('a schedule stops with a notice when its owner may not send the report any more, and ends with the report', async () => {
  const id = await save('Owned', 'teacher', 'principal');
  const { accounts } = world.school;
  const group = await world.as('group');
  const made = await schedule(id, { roles: [world.school.ilorin.roleIds.teacher] }, group);
  expect(made.statusCode, made.body).toBe(303);
  await isDue(id);
  await ask(sql`update accounts set disabled_at = now() where id = ${accounts.group} returning id`);
  await send();
  expect(await mailsOf('Owned')).toEqual([]);
  const [row] = (await registrar.page(`/report-schedules?report=${id}`)).props.rows;
  expect(row.stopReason).toBe('The person who set it up no longer works here.');
  const told = await ask<{ accountId: string }>(
    sql`select account_id::text as "accountId" from notifications where kind = 'reports.scheduleStopped'`,
  );
  expect(told.map(({ accountId }) => Number(accountId))).toContain(accounts.registrar);
  await schedule(id, { accounts: [accounts.registrar] });
  await registrar.post(`/reports/${id}/delete`, {});
  expect(await ask(sql`select id from report_schedules where report_id = ${id}`)).toEqual([]);
});

test('only those who may change a report schedule it, for people who can open it', async () => {
  const id = await save('Closed', 'teacher');
  const { accounts } = world.school;
  const { roleIds } = world.school.ilorin;
  const teacher = await world.as('teacher');
  expect((await schedule(id, { accounts: [accounts.teacher] }, teacher)).statusCode).toBe(403);
  expect((await schedule(id, { accounts: [accounts.teacher] }, await world.as('registrar.offa'))).statusCode).toBe(404);
  const errors = async (more: object) => (await schedule(id, more)).json<{ errors: Record<string, string> }>().errors;
  expect(await errors({})).toEqual({ roles: 'Choose a role or a person who gets the report.' });
  expect(await errors({ roles: [roleIds.bursar] })).toEqual({
    roles: 'A role can’t open this report. Share the report with the role first.',
  });
  expect(await errors({ accounts: [accounts['registrar.offa']] })).toEqual({
    accounts: 'Someone can’t open this report. Share it with one of their roles first.',
  });
  expect(await errors({ hour: 24, accounts: [accounts.teacher] })).toEqual({ hour: 'Choose the hour.' });
  expect((await registrar.get(`/reports/${id}/readers?q=teach`)).json<{ choices: object[] }>().choices).toHaveLength(1);
  await schedule(id, { accounts: [accounts.teacher] });
  const [row] = (await registrar.page(`/report-schedules?report=${id}`)).props.rows;
  expect((await (await world.as('registrar.offa')).post(`/report-schedules/${row.id}/delete`, {})).statusCode).toBe(
    404,
  );
  expect((await registrar.post(`/report-schedules/${row.id}/delete`, {})).statusCode).toBe(303);
});

test('a schedule is edited: its time, its days and who gets it, together with what others changed meanwhile', async () => {
  const id = await save('Moved', 'teacher', 'principal');
  const { accounts } = world.school;
  const { roleIds } = world.school.ilorin;
  await schedule(id, { repeats: 'weekly', weekday: 5, accounts: [accounts.registrar] });
  const [row] = (await registrar.page(`/report-schedules?report=${id}`)).props.rows;
  const at = `/report-schedules/${row.id}`;
  const before = (await registrar.page(`${at}/edit`)).props;
  expect(before.schedule).toEqual({
    id: row.id,
    isStopped: false,
    values: {
      repeats: 'weekly',
      weekday: 5,
      month_day: 'first',
      hour: 7,
      roles: [],
      accounts: [accounts.registrar],
    },
  });
  const form = {
    repeats: 'weekly',
    weekday: 5,
    month_day: 'first',
    hour: 7,
    roles: [],
    accounts: [accounts.registrar],
  };
  const saveAs = (more: object, browser = registrar) =>
    browser.post(at, { ...form, ...more, opened: before.opened as object });
  expect((await saveAs({ hour: 16 })).statusCode).toBe(303);
  // From a window that was opened before: the hour stays, the role is added.
  expect((await saveAs({ roles: [roleIds.teacher] }, await world.as('owner'))).statusCode).toBe(303);
  const [now] = await ask<{ local: string; isSoon: boolean; hour: number; weekday: number; to: string[] }>(
    sql`select to_char(s.next_at at time zone i.time_zone, 'FMDay HH24:MI') as local, s.hour, s.weekday,
        s.next_at > now() and s.next_at <= now() + interval '7 days' as "isSoon",
        (select array_agg(coalesce('role ' || role_id, 'account ' || account_id) order by id) from report_schedule_recipients r
          where r.institution_id = s.institution_id and r.schedule_id = s.id) as to
      from report_schedules s join institutions i on i.id = s.institution_id where s.id = ${row.id}`,
  );
  expect(now).toMatchObject({ local: 'Friday 16:00', isSoon: true, hour: 16, weekday: 5 });
  expect(now!.to.toSorted()).toEqual([`account ${accounts.registrar}`, `role ${roleIds.teacher}`]);
  const asked = await saveAs({ hour: 9 });
  expect([asked.statusCode, asked.json().conflicts.map(({ field }: { field: string }) => field)]).toEqual([
    409,
    ['hour'],
  ]);
  expect((await registrar.post(at, { ...form, repeats: 'monthly', month_day: 'last' })).statusCode).toBe(303);
  const entries = await ask<{ summary: string }>(
    sql`select summary from audit_entries where action = 'reports.editSchedule' and subject_id = ${row.id} order by id`,
  );
  expect(entries.map(({ summary }) => summary)).toEqual([
    'changed hour of the schedule of the report “Moved”, now: Every Friday at 04:00 pm',
    'changed roles of the schedule of the report “Moved”, now: Every Friday at 04:00 pm',
    expect.stringMatching(/now: On the last day of the month at 07:00 am$/),
  ]);
  const errors = async (more: object) =>
    (await registrar.post(at, { ...form, ...more })).json<{ errors: Record<string, string> }>().errors;
  expect(await errors({ accounts: [] })).toEqual({ roles: 'Choose a role or a person who gets the report.' });
  expect(await errors({ roles: [roleIds.bursar] })).toEqual({
    roles: 'A role can’t open this report. Share the report with the role first.',
  });
  expect((await saveAs({ hour: 3 }, await world.as('teacher'))).statusCode).toBe(403);
  for (const url of [at, `${at}/edit`]) {
    const foreign = await world.as('registrar.offa');
    expect((await (url === at ? foreign.post(url, { ...form, opened: {} }) : foreign.get(url))).statusCode).toBe(404);
  }
});

test('a stopped schedule goes on in the name of the person who saves it', async () => {
  const id = await save('Stopped', 'teacher');
  const { accounts } = world.school;
  await schedule(id, { accounts: [accounts.registrar] });
  await ask(
    sql`update report_schedules set stopped_at = now(), stop_reason = 'Gone.', account_id = ${accounts.group}, next_at = now() - interval '3 days'
      where report_id = ${id} returning id`,
  );
  const [row] = (await registrar.page(`/report-schedules?report=${id}`)).props.rows;
  const { schedule: found } = (await registrar.page(`/report-schedules/${row.id}/edit`)).props;
  expect(found.isStopped).toBe(true);
  // Nothing was changed but that it is saved.
  expect((await registrar.post(`/report-schedules/${row.id}`, found.values)).statusCode).toBe(303);
  expect(
    await ask(
      sql`select account_id::int as owner, stopped_at, stop_reason, next_at > now() as later from report_schedules where id = ${row.id}`,
    ),
  ).toEqual([{ owner: accounts.registrar, stopped_at: null, stop_reason: null, later: true }]);
});
