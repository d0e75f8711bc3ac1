import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';
import { awayOn } from './days/away-on.queries.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let teacher: Browser;
let hr: Browser;
let types: Map<string, number>;

beforeAll(async () => {
  world = await startSchool();
  teacher = await world.as('teacher');
  hr = await world.as('hr_officer');
  const rows = (await hr.page('/leave-types')).props.types as { id: number; name: string }[];
  types = new Map(rows.map(({ id, name }) => [name, id]));
});
afterAll(() => world?.close());

const ilorin = () => world.school.ilorin.id;
const body = (type: string, startsOn: string, endsOn?: string, more: object = {}) => ({
  institutionId: ilorin(),
  typeId: types.get(type)!,
  startsOn,
  ...(endsOn && { endsOn }),
  ...more,
});
const json = (browser: Browser, url: string, payload: object) =>
  browser.send({ method: 'POST', url, payload, headers: { accept: 'application/json' } });
const ask = async (browser: Browser, ...request: Parameters<typeof body>): Promise<number> => {
  const answer = await browser.post('/leave-requests', body(...request));
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  return Number(String(answer.headers.location).match(/\d+/)![0]);
};
const errorsOf = async (browser: Browser, ...request: Parameters<typeof body>) => {
  const answer = await json(browser, '/leave-requests', body(...request));
  expect(answer.statusCode).toBe(422);
  return answer.json().errors as Record<string, string>;
};
const approve = (id: number, browser = hr, more: object = {}) => browser.post(`/leave-requests/${id}/approve`, more);
const requestOf = async (id: number, browser = teacher) => (await browser.page(`/leave-requests/${id}`)).props.request;
const count = async (browser: Browser, ...request: Parameters<typeof body>) =>
  browser.get(`/leave/count?${new URLSearchParams(body(...request) as never)}`, { accept: 'application/json' });
const employeeOf = async (username: string): Promise<number> =>
  world.database.asSystem([ilorin()], async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`select m.employee_id as id from memberships m join accounts a on a.id = m.account_id where a.username = ${username}`,
    );
    return Number(rows[0]!.id);
  });

test('an institution starts with the usual types, which HR edits; another institution’s are not found', async () => {
  expect([...types.keys()]).toEqual([
    'Annual leave',
    'Sick leave',
    'Maternity leave',
    'Paternity leave',
    'Study leave',
    'Casual leave',
    'Compassionate leave',
  ]);
  const id = types.get('Casual leave')!;
  const { opened } = (await hr.page(`/leave-types/${id}/edit`)).props;
  expect((await hr.post(`/leave-types/${id}`, { ...opened, daysAYear: '2.5', opened })).statusCode).toBe(303);
  expect(
    (await json(hr, '/leave-types', { institutionId: ilorin(), name: 'casual LEAVE' })).json().errors,
  ).toHaveProperty('name');
  expect((await json(hr, '/leave-types', { institutionId: ilorin(), name: 'Odd', daysAYear: '1.3' })).statusCode).toBe(
    422,
  );
  const ofOffa = await world.database.asSystem([world.school.offa.id], async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select min(id) as id from leave_types`);
    return Number(rows[0]!.id);
  });
  expect((await hr.get(`/leave-types/${ofOffa}/edit`)).statusCode).toBe(404);
  expect((await teacher.get('/leave-types')).statusCode).toBe(403);
  expect(await errorsOf(teacher, 'Casual leave', '2027-02-01', '2027-02-01', { typeId: ofOffa })).toHaveProperty(
    'typeId',
  );
});

test('days are counted by the calendar: no weekends and holidays, half days as a half, all days where the type says so', async () => {
  const registrar = await world.as('registrar');
  for (const entry of [
    { kind: 'holiday', title: 'Founder’s Day', startsOn: '2027-02-03' },
    { kind: 'half_day', title: 'Sports', startsOn: '2027-02-04' },
  ])
    await registrar.post('/calendar-entries', { institutionId: ilorin(), ...entry });
  const days = async (...request: Parameters<typeof body>) => (await count(teacher, ...request)).json().days;
  // Monday to the next Monday: six working days, less a holiday and half a day.
  expect(await days('Annual leave', '2027-02-01', '2027-02-08')).toBe(4.5);
  expect(await days('Annual leave', '2027-02-02', '', { half: 'morning' })).toBe(0.5);
  expect(await days('Maternity leave', '2027-02-01', '2027-02-28')).toBe(28);
  expect((await count(teacher, 'Annual leave', '2027-02-06', '2027-02-07')).statusCode).toBe(422);
  expect((await count(teacher, 'Annual leave', '2027-02-01', '2027-01-31')).json().errors).toHaveProperty('endsOn');
  expect((await count(teacher, 'Annual leave', '2026-12-28', '2027-01-08')).json().errors.endsOn).toMatch(
    /calendar year/,
  );
  expect((await count(teacher, 'Annual leave', '2027-02-01', '2027-02-02', { half: 'morning' })).statusCode).toBe(422);
});

test('leave is asked for by oneself and decided by someone else, and both are told', async () => {
  const id = await ask(teacher, 'Annual leave', '2027-03-01', '2027-03-05', { reason: 'Travel' });
  expect(await requestOf(id)).toMatchObject({ state: 'asked', days: 5, reason: 'Travel' });
  const inbox = (await hr.get('/notifications/stream', { accept: 'application/json' })).json();
  expect(inbox.latest[0]).toMatchObject({ title: 'The Teacher requests leave', href: `/leave-requests/${id}` });
  // Not the type: it may say something about somebody's health.
  expect(JSON.stringify(inbox.latest[0])).not.toContain('Annual');
  expect((await approve(id, teacher)).statusCode).toBe(403);
  expect((await approve(id, await world.as('registrar.offa'))).statusCode).toBe(403);
  expect((await (await world.as('bursar')).get(`/leave-requests/${id}`)).statusCode).toBe(404);
  expect((await approve(id)).statusCode).toBe(303);
  expect(await requestOf(id)).toMatchObject({ state: 'approved', days: 5, decidedBy: 'The hr_officer' });
  const told = (await teacher.get('/notifications/stream', { accept: 'application/json' })).json();
  expect(told.latest[0].title).toMatch(/^Your leave from 1 Mar 2027 to 5 Mar 2027 was approved/);
  // Decided once.
  expect((await approve(id, await world.as('principal'))).statusCode).toBe(409);
});

test('nobody decides on their own leave, whatever their role', async () => {
  for (const username of ['hr_officer', 'principal']) {
    const own = await world.as(username);
    const id = await ask(own, 'Annual leave', '2027-04-05');
    expect([username, (await approve(id, own)).statusCode]).toEqual([username, 403]);
    expect((await own.page(`/leave-requests/${id}`)).props.can.decide).toBe(false);
    expect((await approve(id, await world.as(username === 'principal' ? 'hr_officer' : 'principal'))).statusCode).toBe(
      303,
    );
  }
  // The database says so too.
  await expect(
    world.database.asSystem([ilorin()], (tx) =>
      tx.execute(sql`update leave_requests set asked_by = decided_by where state = 'approved'`),
    ),
  ).rejects.toThrow();
});

test('days that overlap are refused, also when two requests come at once; two halves of a day are not one', async () => {
  const both = await Promise.all([
    teacher.post('/leave-requests', body('Annual leave', '2027-05-03', '2027-05-04')),
    teacher.post('/leave-requests', body('Study leave', '2027-05-04', '2027-05-05')),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
  await ask(teacher, 'Annual leave', '2027-05-10', '', { half: 'morning' });
  expect((await errorsOf(teacher, 'Annual leave', '2027-05-10')).startsOn).toMatch(/already requested/);
  await ask(teacher, 'Annual leave', '2027-05-10', '', { half: 'afternoon' });
  // A cancelled request is out of the way.
  const id = await ask(teacher, 'Annual leave', '2027-05-12');
  expect((await teacher.post(`/leave-requests/${id}/cancel`)).statusCode).toBe(303);
  await ask(teacher, 'Annual leave', '2027-05-12');
});

test('more days than are left are refused; an employee can have other days than the type', async () => {
  const bursar = await world.as('bursar');
  const employeeId = await employeeOf('bursar');
  // Casual leave has 2.5 days here.
  expect((await errorsOf(bursar, 'Casual leave', '2027-06-01', '2027-06-03')).endsOn).toMatch(/only 2\.5 days left/);
  await ask(bursar, 'Casual leave', '2027-06-01', '2027-06-02');
  // What is asked for counts, before anybody has decided.
  expect((await errorsOf(bursar, 'Casual leave', '2027-06-08')).endsOn).toMatch(/only 0\.5 days left/);
  const set = (days: string, shown: string) =>
    json(hr, `/employees/${employeeId}/leave-entitlement`, {
      typeId: types.get('Casual leave')!,
      year: 2027,
      days,
      shown,
    });
  expect((await set('4', '')).statusCode).toBe(303);
  expect((await set('9', '')).statusCode).toBe(409);
  await ask(bursar, 'Casual leave', '2027-06-08');
  expect((await bursar.post(`/employees/${employeeId}/leave-entitlement`, { typeId: 1, year: 2027 })).statusCode).toBe(
    403,
  );
  // Less than was asked for meanwhile: approval refuses what is beyond.
  expect((await set('2', '4')).statusCode).toBe(303);
  const [first, second] = (await hr.page('/leave-requests?q=Bursar')).props.rows;
  expect((await approve(first.id)).statusCode).toBe(303);
  const refused = await json(hr, `/leave-requests/${second.id}/approve`, {});
  expect([refused.statusCode, refused.json().errors.answer]).toEqual([422, expect.stringContaining('left')]);
  const words = await json(hr, `/leave-requests/${second.id}/refuse`, {});
  expect(words.json().errors).toHaveProperty('answer');
  expect((await hr.post(`/leave-requests/${second.id}/refuse`, { answer: 'No days left.' })).statusCode).toBe(303);
});

test('a type that needs a paper is approved with one, or when someone insists; restricted ones are logged', async () => {
  const id = await ask(teacher, 'Sick leave', '2027-06-14', '2027-06-15', { reason: 'Malaria' });
  const without = await json(hr, `/leave-requests/${id}/approve`, {});
  expect([without.statusCode, without.json().errors]).toEqual([422, { withoutPaper: expect.any(String) }]);
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const sent = await upload(teacher, `/leave-requests/${id}/paper`, {
    field: 'file',
    content: pdf,
    fileName: 'report.pdf',
  });
  expect(sent.statusCode).toBe(303);
  expect((await requestOf(id)).hasPaper).toBe(true);
  expect((await (await world.as('bursar')).get(`/leave-requests/${id}/paper`)).statusCode).toBe(404);
  expect((await hr.get(`/leave-requests/${id}/paper`)).statusCode).toBe(200);
  expect((await approve(id)).statusCode).toBe(303);
  const readings = await world.database.asSystem([ilorin()], async (tx) => {
    const { rows } = await tx.execute<{ person: string }>(
      sql`select person from read_log where subject_id = ${await employeeOf('teacher')} and field_group = 'health'`,
    );
    return new Set(rows.map(({ person }) => person));
  });
  expect([...readings]).toEqual(['The hr_officer']);
});

test('what counted when leave was approved stays, whatever the calendar says later', async () => {
  const cashier = await world.as('cashier');
  const id = await ask(cashier, 'Annual leave', '2027-07-05', '2027-07-09');
  await approve(id);
  const registrar = await world.as('registrar');
  await registrar.post('/calendar-entries', {
    institutionId: ilorin(),
    kind: 'holiday',
    title: 'Election',
    startsOn: '2027-07-06',
  });
  expect((await requestOf(id, cashier)).days).toBe(5);
  expect((await count(cashier, 'Annual leave', '2027-07-05', '2027-07-09')).json().days).toBe(4);
});

test('the daily register expects everyone; the second of two who mark the same person is told', async () => {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
  const employeeId = await employeeOf('teacher');
  const day = async () => (await hr.page(`/staff-attendance?day=${today}`)).props;
  const rowOf = async () => (await day()).rows.find((row: { employeeId: number }) => row.employeeId === employeeId);
  expect(await rowOf()).toMatchObject({ kind: null, leave: null });
  const mark = (kind: string, was: string, browser = hr, more: object = {}) =>
    json(browser, '/staff-attendance', {
      institutionId: ilorin(),
      day: today,
      marks: [{ employeeId, kind, was, ...more }],
    });
  expect((await mark('late', '', hr, { arrivedAt: '08:20', note: 'Traffic' })).json()).toEqual({ changed: 1 });
  expect(await rowOf()).toMatchObject({ kind: 'late', arrivedAt: '08:20', note: 'Traffic' });
  const principal = await world.as('principal');
  const crossed = await mark('absent', '', principal);
  expect([crossed.statusCode, crossed.json().message]).toEqual([409, expect.stringContaining('The Teacher')]);
  expect((await mark('absent', 'late', principal, { arrivedAt: '08:20' })).statusCode).toBe(200);
  expect(await rowOf()).toMatchObject({ kind: 'absent', arrivedAt: null });
  expect((await mark('present', 'absent', teacher)).statusCode).toBe(403);
  const foreign = await (await world.as('registrar.offa')).get(`/staff-attendance?institution_id=${ilorin()}`);
  expect(foreign.statusCode).toBe(403);
  const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const early = await json(hr, '/staff-attendance', {
    institutionId: ilorin(),
    day: tomorrow,
    marks: [{ employeeId, kind: 'present', was: '' }],
  });
  expect([early.statusCode, early.json().errors]).toEqual([422, { day: expect.any(String) }]);
  // The month says so, on the page, in the file and to the person.
  const month = (await hr.page('/staff-attendance/month')).props.rows;
  expect(month.find((row: { employeeId: number }) => row.employeeId === employeeId)).toMatchObject({
    absent: 1,
    late: 0,
  });
  const csv = (await hr.get(`/staff-attendance/month.csv?month=${today.slice(0, 7)}`)).body;
  expect(csv).toMatch(/"Teacher, The",E\d+,,0,0,1,0,0/);
  const own = (await teacher.page('/leave')).props.records[0];
  expect(own.years[0]).toMatchObject({ year: Number(today.slice(0, 4)) });
  expect(own.months[0]).toMatchObject({ month: today.slice(0, 7), absent: 1 });
});

test('who is away on a day is known to a later feature, without the reason unless it may see it', async () => {
  const id = await ask(teacher, 'Sick leave', '2027-09-06', '2027-09-07');
  await approve(id, hr, { withoutPaper: 'true' });
  const half = await ask(await world.as('bursar'), 'Annual leave', '2027-09-06', '', { half: 'afternoon' });
  await approve(half);
  const away = (day: string, withReasons?: boolean) =>
    world.database.asSystem([ilorin()], (tx) => awayOn(tx, ilorin(), day, { withReasons }));
  const [sick, annual] = [await employeeOf('teacher'), await employeeOf('bursar')];
  expect(await away('2027-09-06')).toEqual(
    expect.arrayContaining([
      { employeeId: sick, half: null, why: 'Away' },
      { employeeId: annual, half: 'afternoon', why: 'Annual leave' },
    ]),
  );
  expect(await away('2027-09-07')).toEqual([{ employeeId: sick, half: null, why: 'Away' }]);
  expect(await away('2027-09-07', true)).toEqual([{ employeeId: sick, half: null, why: 'Sick leave' }]);
  expect(await away('2027-09-08')).toEqual([]);
});

test('approved leave is in one’s own calendar on the phone, without its type', async () => {
  const { address } = (await teacher.post('/calendar/subscription')).json() as { address: string };
  await world.database.asSystem([ilorin()], (tx) =>
    tx.execute(sql`update leave_requests set starts_on = current_date - 20, ends_on = current_date - 20
      where starts_on = '2027-09-06' and ends_on = '2027-09-07'`),
  );
  const file = (await world.nobody().get(new URL(address).pathname)).body;
  expect(file).toContain('SUMMARY:Leave\r\n');
  expect(file).not.toContain('Sick');
});

test('HR and the principal see the leave of an employee on the record; colleagues do not', async () => {
  const employeeId = await employeeOf('teacher');
  const { props } = await hr.page(`/employees/${employeeId}/leave-days`);
  expect(props.added).toMatchObject({ component: 'leave/employee-leave', props: { can: { edit: true, open: true } } });
  expect(props.added.props.balances[0]).toMatchObject({ name: 'Annual leave', entitled: 21 });
  expect((await (await world.as('registrar')).get(`/employees/${employeeId}/leave-days`)).statusCode).toBe(403);
  expect((await hr.page('/home')).props.waiting.map(({ label }: { label: string }) => label)).toContain(
    'leave requests to decide',
  );
});
