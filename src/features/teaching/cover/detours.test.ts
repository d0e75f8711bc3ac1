import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { addDays, type Day } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { fillTimetable } from '#test/harness/filled-timetable.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import { upload } from '#test/harness/uploads.ts';
import { coverWeek } from '#test/harness/cover-week.ts';

/*
 * What somebody gains by a detour: each permission of calendar, timetable, leave, attendance and cover, used for what it
 * is not meant for. docs/security-tests.md
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let hr: Browser;
let monday: Day;
let lessonIds: number[];
let employees: Record<string, number>;
let foreign: Record<
  'employee' | 'student' | 'batch' | 'course' | 'room' | 'type' | 'lesson' | 'part' | 'session',
  number
>;
const now = todayHere();

const ilorin = () => world.school.ilorin;
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin().id], (tx) => query<Row>(tx, statement));
const json = (browser: Browser, url: string, payload: object) =>
  browser.send({ method: 'POST', url, payload, headers: { accept: 'application/json' } });
const status = async (browser: Browser, url: string) => (await browser.get(url)).statusCode;

beforeAll(async () => {
  world = await startSchool();
  ({ monday, lessonIds, employees } = await coverWeek(world));
  await world.database.asSystem([ilorin().id], (tx) => openSchoolDays(tx, ilorin().id));
  foreign = await world.database.asSystem([world.school.offa.id], async (tx) => {
    await fillTimetable(tx, world.school.offa.id);
    const [row] = await query<typeof foreign>(
      tx,
      sql`select (select min(id) from employees)::int as employee, (select min(id) from students)::int as student,
        (select min(id) from batches)::int as batch, (select min(id) from courses)::int as course, (select min(id) from rooms)::int as room,
        (select min(id) from leave_types)::int as type, (select min(id) from lessons)::int as lesson,
        (select min(id) from lesson_parts)::int as part, (select min(id) from academic_sessions)::int as session`,
    );
    return row!;
  });
  [registrar, hr] = await Promise.all([world.as('registrar'), world.as('hr_officer')]);
});
afterAll(() => world?.close());

/** Gives an account the permissions of a role of its own here, and perhaps an employee record. */
async function holding(username: 'cashier' | 'bursar', permissions: string[], employeeId?: number): Promise<Browser> {
  const accountId = world.school.accounts[username];
  const [role] = await ask<{ id: number }>(sql`insert into roles (institution_id, key, name, permissions)
    values (${ilorin().id}, ${`own.${username}.${permissions.join('')}`}, ${`Own ${permissions.join(' ')}`},
      ${sql.param(permissions)}::text[]) returning id`);
  await ask(sql`update memberships set role_id = ${role!.id}, employee_id = coalesce(${employeeId ?? null}::bigint, employee_id)
    where institution_id = ${ilorin().id} and account_id = ${accountId} returning id`);
  return world.as(username);
}

test('nobody opens the register of a class by giving its lesson to themselves, unless the teacher is recorded as away', async () => {
  const { lessons } = (await registrar.page(`/cover?day=${monday}&teacher=${employees['Mathematics']}`)).props;
  const { lessonId, partId, absentId } = lessons[0];
  const attacker = await holding('cashier', ['cover.view', 'cover.edit', 'attendance.takeOwn'], employees['English']);
  const give = () =>
    json(attacker, '/cover', {
      institutionId: ilorin().id,
      onDate: monday,
      lessonId,
      partId,
      absentId,
      wasSubstituteId: '',
      substituteId: employees['English'],
    });
  const refused = await give();
  expect([refused.statusCode, refused.json().errors.substituteId]).toEqual([
    422,
    expect.stringMatching(/not recorded as away/),
  ]);
  await ask(sql`insert into staff_attendance (institution_id, employee_id, on_date, kind)
    values (${ilorin().id}, ${absentId}, ${monday}, 'absent') returning employee_id`);
  expect((await give()).statusCode).toBe(303);
  await ask(sql`delete from staff_attendance returning employee_id`);
});

test('a substitute has the register of that day on that day, and nothing of the month', async () => {
  const { 'JSS 1 B': batchId } = ilorin().batchIds;
  const [part] = await ask<{ id: number }>(
    sql`select part_id::int as id from booked_teachers where lesson_id = ${lessonIds[2]!} limit 1`,
  );
  await ask(sql`update part_courses set batch_id = ${batchId} where part_id = ${part!.id} returning part_id`);
  const attacker = await holding('bursar', ['attendance.takeOwn', 'attendance.viewOwn'], employees['Basic Science']);
  const covers = (day: Day) =>
    ask(sql`insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods)
      values (${ilorin().id}, ${day}, ${lessonIds[2]!}, ${part!.id}, ${employees['Mathematics']}, ${employees['Basic Science']}, '[2,3)')
      returning id`);
  await covers(now);
  const yesterday = addDays(now, -1);
  await covers(yesterday);
  expect(await status(attacker, `/registers/${batchId}?date=${now}`)).toBe(200);
  for (const file of ['', '.pdf', '.csv', '.xlsx'])
    expect([file, await status(attacker, `/registers/${batchId}/month${file}`)]).toEqual([file, 404]);
  const save = (onDate: Day) =>
    json(attacker, '/registers', {
      batchId,
      onDate,
      sitting: 1,
      offeringId: null,
      markedAt: Date.now(),
      sentAt: Date.now(),
      isDayConfirmed: true,
      reason: 'Put right',
      marks: [{ studentId: foreign.student, was: null, mark: present }],
    });
  expect((await save(yesterday)).statusCode).toBe(403);
  // The student of another school is not in the class, whoever asks.
  expect((await save(now)).json()).toMatchObject({ saved: 0, problems: [{ studentId: foreign.student }] });
});
const present = { kind: 'present', codeId: null, minutes: null, leftAt: null, remark: null };

test('nobody decides on a reason of the own family, and no guardian sends one for the child of others', async () => {
  const { 'Tunde Bakare': child, 'Ngozi Okafor': other } = ilorin().studentIds as Record<string, number>;
  const reason = (student: number) => ({
    student_id: student,
    starts_on: now,
    ends_on: now,
    kind: 'sick',
    reason: 'Has a fever',
  });
  const guardian = await world.as('guardian');
  for (const stranger of [other!, foreign.student])
    expect((await json(guardian, '/my-excuses', reason(stranger))).statusCode).toBe(404);
  expect((await guardian.post('/my-excuses', reason(child!))).statusCode).toBe(303);
  // The mother is a class teacher as well: her own child’s.
  await ask(sql`insert into memberships (institution_id, account_id, role_id, employee_id)
    select ${ilorin().id}, ${world.school.accounts.guardian}, ${ilorin().roleIds.teacher}, ${employees['Mathematics']} returning id`);
  await ask(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
    select institution_id, batch_id, ${employees['Mathematics']} from students where id = ${child!} returning batch_id`);
  const teacher = await world.as('guardian');
  const [excuse] = (await teacher.page('/attendance/excuses')).props.rows;
  const decided = await json(teacher, `/attendance/excuses/${excuse.id}/decide`, { state: 'accepted', answer: '' });
  expect([decided.statusCode, decided.json().message]).toEqual([403, expect.stringContaining('own family')]);
  expect((await teacher.page(`/attendance/excuses/${excuse.id}`)).props.canDecide).toBe(false);
  expect((await registrar.post(`/attendance/excuses/${excuse.id}/decide`, { state: 'accepted' })).statusCode).toBe(303);
});

test('leave: papers, types and days of others stay closed, and a paper that was approved is not exchanged', async () => {
  const principal = await world.as('principal');
  const [{ id: typeId }] = (await ask<{ id: number }>(
    sql`select id::int from leave_types where institution_id = ${ilorin().id} and name = 'Sick leave'`,
  )) as [{ id: number }];
  const asked = await principal.post('/leave-requests', {
    institutionId: ilorin().id,
    typeId,
    startsOn: '2027-03-01',
    reason: 'An operation',
  });
  const request = String(asked.headers.location);
  const paper = (browser: Browser) =>
    upload(browser, `${request}/paper`, { field: 'file', content: pdf, fileName: 'report.pdf' });
  expect((await paper(principal)).statusCode).toBe(303);
  for (const username of ['registrar.offa', 'registrar', 'teacher'] as const) {
    const stranger = await world.as(username);
    expect([username, await status(stranger, request)]).toEqual([username, 404]);
    expect([username, await status(stranger, `${request}/paper`)]).toEqual([username, 404]);
    expect([username, (await paper(stranger)).statusCode]).toEqual([username, 404]);
  }
  expect((await hr.post(`${request}/approve`, {})).statusCode).toBe(303);
  expect((await paper(principal)).statusCode).toBe(409);
  expect((await principal.page(request)).props.can.attach).toBe(false);
  // The list names no restricted type; reading one on the record is logged.
  expect((await hr.page('/leave-requests')).props.rows[0]).toMatchObject({ type: null });
  const ofPrincipal = (await hr.page(request)).props.request.employeeId as number;
  const logged = async () =>
    (await ask(sql`select from read_log where subject_id = ${ofPrincipal} and field_group = 'health'`)).length;
  const before = await logged();
  await hr.page(`/employees/${ofPrincipal}/leave-days`);
  expect(await logged()).toBe(before + 1);
  // HR sets the days of others, not the own ones.
  const [own] = await ask<{ id: number }>(sql`select employee_id::int as id from memberships
    where institution_id = ${ilorin().id} and account_id = ${world.school.accounts.hr_officer}`);
  const days = await json(hr, `/employees/${own!.id}/leave-entitlement`, { typeId, year: 2027, days: '90', shown: '' });
  expect([days.statusCode, days.json().message]).toEqual([
    403,
    expect.stringContaining('about you or your own family'),
  ]);
});
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

test('what a device gets ends with the session, and is of one person', async () => {
  const sent = async (username: 'teacher' | 'registrar') =>
    (await (await world.as(username)).get('/registers/device')).json();
  const [teacher, other] = [await sent('teacher'), await sent('registrar')];
  expect(teacher.key).not.toBe(other.key);
  expect(other.pack.batches).toEqual([]);
  const leaving = await world.as('teacher');
  await leaving.post('/sign-out');
  expect((await leaving.get('/registers/device')).statusCode).not.toBe(200);
  expect(await status(world.nobody(), '/registers/device')).not.toBe(200);
  const mine = new URL((await (await world.as('teacher')).post('/calendar/subscription')).json().address).pathname;
  expect(await status(world.nobody(), mine)).toBe(200);
  expect((await registrar.post('/calendar/subscription/end')).statusCode).toBe(303);
  expect(await status(world.nobody(), mine)).toBe(200);
  expect(await status(world.nobody(), `${mine.slice(0, -6)}x.ics`)).toBe(404);
});

test('records of another institution are refused in every field of every form, and nothing is written', async () => {
  const { id } = ilorin();
  const [own] = await ask<
    Record<'timetable' | 'lesson' | 'part' | 'batch' | 'course' | 'employee' | 'type', number>
  >(sql`
    select (select min(id) from timetables where institution_id = ${id})::int as timetable, ${lessonIds[0]!}::int as lesson,
      (select part_id from booked_teachers where lesson_id = ${lessonIds[0]!} limit 1)::int as part,
      (select batch_id from part_courses where institution_id = ${id} order by part_id, batch_id, course_id limit 1)::int as batch,
      (select course_id from part_courses where institution_id = ${id} order by part_id, batch_id, course_id limit 1)::int as course,
      ${employees['Mathematics']!}::int as employee,
      (select min(id) from leave_types where institution_id = ${id})::int as type`);
  await ask(sql`insert into course_offerings (institution_id, batch_id, course_id)
    values (${id}, ${own!.batch}, ${own!.course}) on conflict do nothing returning id`);
  const draft = Number(
    String(
      (
        await registrar.post('/timetables', {
          name: 'A copy',
          sessionId: (await ask<{ id: number }>(sql`select session_id::int as id from timetables limit 1`))[0]!.id,
          timetableId: own!.timetable,
          keepsPlaces: 'true',
          termPosition: '',
        })
      ).headers.location,
    ).match(/\d+/)![0],
  );
  const set = (part: object) => ({
    shown: '',
    name: '',
    singles: 1,
    doubles: 0,
    parts: [{ key: '1', courses: [`${own!.batch}-${own!.course}`], teacherIds: [], roomId: '', roomKind: '', ...part }],
  });
  const rule = (part: object) => ({
    ruleId: '',
    was: '',
    kind: 'teachersMostDays',
    weight: 100,
    teacherId: '',
    batchId: '',
    courseId: '',
    setId: '',
    number: 1,
    times: [],
    isActive: 'true',
    note: '',
    ...part,
  });
  const cover = {
    institutionId: id,
    onDate: monday,
    lessonId: own!.lesson,
    partId: own!.part,
    absentId: own!.employee,
  };
  const event = { institutionId: id, kind: 'event', title: 'X', startsOn: '2027-01-11', audiences: ['student'] };
  const at = `/timetables/${draft}`;
  const forms: [Browser, string, object][] = [
    [registrar, '/cover', { ...cover, substituteId: foreign.employee, wasSubstituteId: '' }],
    [
      registrar,
      '/cover',
      { ...cover, absentId: foreign.employee, substituteId: employees['English'], wasSubstituteId: '' },
    ],
    [registrar, '/cover', { ...cover, lessonId: foreign.lesson, substituteId: '', wasSubstituteId: '' }],
    [registrar, '/cover', { ...cover, partId: foreign.part, substituteId: '', wasSubstituteId: '' }],
    [registrar, '/cover', { ...cover, institutionId: world.school.offa.id, substituteId: '', wasSubstituteId: '' }],
    [hr, '/leave-requests', { institutionId: id, typeId: foreign.type, startsOn: '2027-05-03' }],
    [hr, '/leave-requests', { institutionId: world.school.offa.id, typeId: foreign.type, startsOn: '2027-05-03' }],
    [hr, `/employees/${own!.employee}/leave-entitlement`, { typeId: foreign.type, year: 2027, days: '3', shown: '' }],
    [hr, `/employees/${foreign.employee}/leave-entitlement`, { typeId: own!.type, year: 2027, days: '3', shown: '' }],
    [
      hr,
      '/staff-attendance',
      { institutionId: id, day: now, marks: [{ employeeId: foreign.employee, kind: 'absent', was: '' }] },
    ],
    [
      hr,
      '/staff-attendance',
      {
        institutionId: world.school.offa.id,
        day: now,
        marks: [{ employeeId: foreign.employee, kind: 'absent', was: '' }],
      },
    ],
    [registrar, '/calendar-entries', { ...event, classIds: [foreign.batch] }],
    [registrar, '/calendar-entries', { ...event, institutionId: world.school.offa.id }],
    [
      registrar,
      '/attendance/excuses',
      { student_id: foreign.student, starts_on: now, ends_on: now, kind: 'sick', reason: 'x' },
    ],
    [registrar, '/attendance/follow-ups', { student_id: foreign.student, how: 'call', note: 'x' }],
    [
      registrar,
      `${at}/lessons`,
      { loads: [{ batchId: foreign.batch, courseId: own!.course, singles: 1, doubles: 0 }] },
    ],
    [
      registrar,
      `${at}/lessons`,
      { loads: [{ batchId: own!.batch, courseId: foreign.course, singles: 1, doubles: 0 }] },
    ],
    [registrar, `${at}/blocks`, set({ courses: [`${foreign.batch}-${foreign.course}`] })],
    [registrar, `${at}/blocks`, set({ teacherIds: [foreign.employee] })],
    [registrar, `${at}/blocks`, set({ roomId: foreign.room })],
    [registrar, `${at}/place`, { lessonId: foreign.lesson, weekday: 1, period: 5, wasWeekday: '', wasPeriod: '' }],
    [registrar, `${at}/place`, { lessonId: own!.lesson, weekday: 1, period: 5, wasWeekday: '', wasPeriod: '' }],
    [registrar, `${at}/swap`, { lessonId: foreign.lesson, otherLessonId: foreign.lesson }],
    [registrar, `${at}/unplace`, { lessonIds: [foreign.lesson] }],
    [registrar, `${at}/lock`, { lessonIds: [foreign.lesson], isLocked: 'true' }],
    [registrar, `${at}/availability`, { shown: '', employeeId: foreign.employee, periods: [] }],
    [registrar, `${at}/availability`, { shown: '', batchId: foreign.batch, periods: [] }],
    [registrar, `${at}/availability`, { shown: '', roomId: foreign.room, periods: [] }],
    [registrar, `${at}/rules`, rule({ teacherId: foreign.employee })],
    [registrar, `${at}/rules`, rule({ kind: 'studentsMostADay', batchId: foreign.batch })],
    [
      registrar,
      '/timetables',
      { name: 'X', sessionId: foreign.session, timetableId: '', termPosition: '', keepsPlaces: '' },
    ],
  ];
  const written = () =>
    world.database.asSystem([id, world.school.offa.id], async (tx) => {
      const [row] = await query(
        tx,
        sql`select (select count(*) from covers) as covers, (select count(*) from leave_requests) as requests, (select count(*) from leave_entitlements) as days,
          (select count(*) from staff_attendance) as marks, (select count(*) from calendar_entries) as entries, (select count(*) from attendance_excuses) as excuses,
          (select count(*) from attendance_follow_ups) as follow_ups, (select count(*) from lessons) as lessons, (select count(*) from unavailable_periods) as periods,
          (select count(*) from timetable_constraints) as rules, (select sum(revision) from timetables) as revisions, (select count(*) from timetables) as timetables`,
      );
      return row;
    });
  const before = await written();
  for (const [browser, url, body] of forms) {
    const { statusCode, body: answer } = await json(browser, url, body);
    expect([403, 404, 409, 422], `${url} ${JSON.stringify(body)}: ${statusCode} ${answer.slice(0, 200)}`).toContain(
      statusCode,
    );
  }
  expect(await written()).toEqual(before);
});
