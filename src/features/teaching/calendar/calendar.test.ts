import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world?.close());

const everybody = ['student', 'guardian', 'employee'];
type Entry = Record<string, unknown>;
const event = { kind: 'event', audiences: everybody };
const add = async (entry: Entry, browser = registrar) =>
  browser.post('/calendar-entries', { institutionId: world.school.ilorin.id, ...event, ...entry });
const added = async (entry: Entry) => {
  const answer = await add(entry);
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
};
const month = async (day: string, browser = registrar) => (await browser.page(`/calendar?day=${day}`)).props;
const titlesOf = async (username: string, day: string): Promise<string[]> =>
  (await month(day, await world.as(username))).entries.map(({ title }: { title: string }) => title);
const stateOf = async (day: string): Promise<string> =>
  (await month(day)).days.find((one: { day: string }) => one.day === day).state;
const entryNamed = async (title: string, day: string) =>
  (await month(day)).entries.find((one: { title: string }) => one.title === title);
const errorsOf = async (entry: Entry) => {
  const answer = await registrar.send({
    method: 'POST',
    url: '/calendar-entries',
    headers: { accept: 'application/json' },
    payload: { institutionId: world.school.ilorin.id, ...event, ...entry },
  });
  expect(answer.statusCode).toBe(422);
  return answer.json().errors as Record<string, string>;
};
const opened = async (title: string, day: string) => {
  const { id } = await entryNamed(title, day);
  const form = (await registrar.page(`/calendar-entries/${id}/edit`)).props;
  return { id, opened: form.opened, fields: form.opened };
};

test('each sees the events for oneself or one’s children; holidays are for everyone', async () => {
  const { classIds } = world.school.ilorin;
  const on = { startsOn: '2026-10-07' };
  await added({ ...on, title: 'For everyone' });
  await added({ ...on, title: 'Staff meeting', audiences: ['employee'], startsAt: '14:00', endsAt: '15:00' });
  await added({ ...on, title: 'PTA meeting', audiences: ['guardian'] });
  await added({ ...on, title: 'JSS 1 excursion', audiences: ['student', 'guardian'], classIds: [classIds['JSS 1']] });
  await added({ ...on, title: 'JSS 2 excursion', audiences: ['student', 'guardian'], classIds: [classIds['JSS 2']] });
  await added({ startsOn: '2026-10-08', title: 'Founder’s Day', kind: 'holiday', audiences: ['employee'] });
  // Ada is in JSS 1 A, and so is Tunde, whose guardian has the account.
  expect(await titlesOf('student', '2026-10-01')).toEqual(['Founder’s Day', 'For everyone', 'JSS 1 excursion']);
  expect(await titlesOf('guardian', '2026-10-01')).toEqual([
    'Founder’s Day',
    'For everyone',
    'PTA meeting',
    'JSS 1 excursion',
  ]);
  expect(await titlesOf('teacher', '2026-10-01')).toEqual(['Founder’s Day', 'For everyone', 'Staff meeting']);
  expect(await titlesOf('registrar', '2026-10-01')).toHaveLength(6);
  expect(await titlesOf('registrar.offa', '2026-10-01')).toEqual([]);
  // Only editors get what changes the calendar.
  const student = await world.as('student');
  expect((await month('2026-10-01', student)).can).toEqual({ edit: false });
  expect((await add({ ...on, title: 'Free day' }, student)).statusCode).toBe(403);
  const { id } = await entryNamed('For everyone', '2026-10-01');
  expect((await (await world.as('teacher')).get(`/calendar-entries/${id}/edit`)).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).get(`/calendar-entries/${id}/edit`)).statusCode).toBe(404);
  expect((await (await world.as('registrar.offa')).post(`/calendar-entries/${id}/delete`)).statusCode).toBe(404);
  expect((await student.get(`/calendar?institution_id=${world.school.offa.id}`)).statusCode).toBe(404);
});

test('of several kinds for a day an extra school day comes first, then a holiday, then a half day', async () => {
  const day = { startsOn: '2026-11-03' };
  expect(await stateOf('2026-11-03')).toBe('school');
  await added({ ...day, kind: 'half_day', title: 'Sports' });
  expect(await stateOf('2026-11-03')).toBe('half');
  await added({ ...day, kind: 'holiday', title: 'Closed', endsOn: '2026-11-05' });
  expect(await stateOf('2026-11-03')).toBe('holiday');
  expect(await stateOf('2026-11-05')).toBe('holiday');
  expect(await stateOf('2026-11-06')).toBe('school');
  await added({ ...day, kind: 'school_day', title: 'Open after all' });
  // Open, but only in the morning: the half day is still there.
  expect(await stateOf('2026-11-03')).toBe('half');
  // A Saturday is free, until it is made a school day.
  expect(await stateOf('2026-11-07')).toBe('closed');
  await added({ startsOn: '2026-11-07', kind: 'school_day', title: 'Make-up day' });
  expect(await stateOf('2026-11-07')).toBe('school');
});

test('terms begin and end on their days, and outside them there is no school to be closed', async () => {
  const december = await month('2026-12-01');
  const dayOf = (day: string) => december.days.find((one: { day: string }) => one.day === day);
  expect(dayOf('2026-12-18')).toMatchObject({ state: 'school', marks: ['First Term ends'] });
  expect(dayOf('2026-12-21')).toMatchObject({ state: 'none', marks: [] });
  const september = (await month('2026-09-14')).days.find((one: { day: string }) => one.day === '2026-09-14');
  expect(september).toMatchObject({ state: 'school', marks: ['2026/2027 begins', 'First Term begins'] });
});

test('a month is whole weeks from Monday, also in a leap year', async () => {
  const days = async (day: string) => (await month(day)).days.map((one: { day: string }) => one.day);
  const february = await days('2028-02-29');
  expect([february[0], february.at(-1), february.length]).toEqual(['2028-01-31', '2028-03-05', 35]);
  expect(february).toContain('2028-02-29');
  expect(await days('2027-02-15')).toHaveLength(28);
  const week = (await registrar.page('/calendar?view=week&day=2028-02-29')).props.days;
  expect(week.map((one: { day: string }) => one.day)).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
    '2028-03-02',
    '2028-03-03',
    '2028-03-04',
    '2028-03-05',
  ]);
  for (const day of ['2027-02-29', '2026-13-01', 'soon', '0001-01-01', '9999-12-31'])
    expect((await registrar.get(`/calendar?day=${day}`)).statusCode).toBe(400);
});

test('how often the school opens is counted from the week, holidays, half days and extra days', async () => {
  const termOf = async () => (await registrar.page('/calendar/school-days')).props.terms[1];
  const before = await termOf();
  // 11 January to 9 April 2027: thirteen weeks without a holiday yet.
  expect(before).toMatchObject({ name: 'Second Term', ordinary: 65, closed: 0, days: 65, opened: 130 });
  await added({ kind: 'holiday', title: 'Mid-term break', startsOn: '2027-02-18', endsOn: '2027-02-21' });
  await added({ kind: 'half_day', title: 'Rehearsal', startsOn: '2027-03-05' });
  await added({ kind: 'school_day', title: 'Saturday lessons', startsOn: '2027-03-06' });
  expect(await termOf()).toMatchObject({
    ordinary: 65,
    closed: 2,
    extra: 1,
    days: 64,
    halfDays: 1,
    opened: 127,
    // Saturday and Sunday of the break are no loss.
    holidays: [{ title: 'Mid-term break', days: 2 }],
  });
});

test('the school week counts for every term, and half days must be school days', async () => {
  const { id } = world.school.ilorin;
  const page = (await registrar.page(`/institutions/${id}/school-week`)).props;
  expect(page.week).toEqual({ schoolWeekdays: [1, 2, 3, 4, 5], halfWeekdays: [] });
  const save = (body: object) =>
    registrar.send({
      method: 'POST',
      url: `/institutions/${id}/school-week`,
      headers: { accept: 'application/json' },
      payload: { opened: page.opened, ...body },
    });
  const refused = await save({ schoolWeekdays: [1, 2], halfWeekdays: [5] });
  expect([refused.statusCode, refused.json().errors.halfWeekdays]).toEqual([422, expect.stringContaining('Half days')]);
  expect((await save({ schoolWeekdays: [], halfWeekdays: [] })).statusCode).toBe(422);
  expect((await save({ schoolWeekdays: [1, 2, 3, 4, 5, 6], halfWeekdays: [5] })).statusCode).toBe(303);
  expect(await stateOf('2026-10-16')).toBe('half');
  expect(await stateOf('2026-10-17')).toBe('school');
  const now = (await registrar.page(`/institutions/${id}/school-week`)).props;
  expect(now.week).toEqual({ schoolWeekdays: [1, 2, 3, 4, 5, 6], halfWeekdays: [5] });
  expect((await (await world.as('registrar.offa')).get(`/institutions/${id}/school-week`)).statusCode).toBe(404);
  // The form of the beginning is older than what was saved.
  expect((await save({ schoolWeekdays: [1, 2, 3, 4], halfWeekdays: [] })).statusCode).toBe(409);
  await registrar.post(`/institutions/${id}/school-week`, { schoolWeekdays: [1, 2, 3, 4, 5] });
  expect(await stateOf('2026-10-17')).toBe('closed');
});

test('a holiday on days with registers says so, and is added once someone insists', async () => {
  const { id, batchIds } = world.school.ilorin;
  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll)
      select ${id}, b.id, t.id, '2026-11-19', 1, '{}' from batches b, terms t
      where b.id in (${batchIds['JSS 1 A']}, ${batchIds['JSS 1 B']}) and t.institution_id = ${id} and t.position = 1
        and t.session_id = b.session_id`),
  );
  const closed = { kind: 'holiday', title: 'Water shortage', startsOn: '2026-11-18', endsOn: '2026-11-20' };
  expect((await errorsOf(closed))['closesTaken']).toMatch(/^2 registers were taken on 19 Nov 2026\./);
  expect(await stateOf('2026-11-19')).toBe('school');
  await added({ ...closed, closesTaken: 'true' });
  expect(await stateOf('2026-11-19')).toBe('holiday');
  // Its title can be changed without the question; a week that loses the weekday asks again.
  const form = await opened('Water shortage', '2026-11-19');
  const renamed = { ...form.fields, title: 'No water', opened: form.opened };
  expect((await registrar.post(`/calendar-entries/${form.id}`, renamed)).statusCode).toBe(303);
  await registrar.post(`/calendar-entries/${form.id}/delete`);
  expect(await stateOf('2026-11-19')).toBe('school');
  const week = await registrar.send({
    method: 'POST',
    url: `/institutions/${id}/school-week`,
    headers: { accept: 'application/json' },
    payload: {
      schoolWeekdays: [1, 2, 3],
      halfWeekdays: [],
      opened: (await registrar.page(`/institutions/${id}/school-week`)).props.opened,
    },
  });
  expect(week.json().errors.closesTaken).toMatch(/^2 registers were taken/);
});

test('days, times and audiences that make no sense are refused beside their field', async () => {
  const on = { title: 'Odd', startsOn: '2026-10-20' };
  expect(await errorsOf({ ...on, endsOn: '2026-10-19' })).toHaveProperty('endsOn');
  expect(await errorsOf({ ...on, endsOn: '2028-10-20' })).toHaveProperty('endsOn');
  expect(await errorsOf({ ...on, startsAt: '10:00', endsAt: '09:00' })).toHaveProperty('endsAt');
  expect(await errorsOf({ ...on, endsAt: '09:00' })).toHaveProperty('startsAt');
  expect(await errorsOf({ ...on, startsAt: '24:10' })).toHaveProperty('startsAt');
  expect(await errorsOf({ ...on, audiences: [] })).toHaveProperty('audiences');
  expect(await errorsOf({ ...on, startsOn: '2027-02-29' })).toHaveProperty('startsOn');
  expect(await errorsOf({ ...on, title: ' ' })).toHaveProperty('title');
  const { classIds } = world.school.offa;
  expect(await errorsOf({ ...on, classIds: [classIds['ND 1']] })).toHaveProperty('classIds');
  expect(await errorsOf({ ...on, audiences: ['employee'], classIds: [1] })).toHaveProperty('classIds');
});

test('two who edit the same entry do not overwrite each other', async () => {
  await added({ title: 'Open session', startsOn: '2026-10-22' });
  const first = await opened('Open session', '2026-10-22');
  const second = await opened('Open session', '2026-10-22');
  const save = (form: typeof first, changes: Entry) =>
    registrar.send({
      method: 'POST',
      url: `/calendar-entries/${form.id}`,
      headers: { accept: 'application/json' },
      payload: { ...form.fields, ...changes, opened: form.opened },
    });
  expect((await save(first, { startsOn: '2026-10-23', endsOn: '2026-10-23' })).statusCode).toBe(303);
  const conflict = await save(second, { startsOn: '2026-10-26', endsOn: '2026-10-26' });
  expect([conflict.statusCode, conflict.json().conflicts.length > 0]).toEqual([409, true]);
  // Another field of the older form is no conflict.
  expect((await save(second, { note: 'In the hall.' })).statusCode).toBe(303);
  expect(await entryNamed('Open session', '2026-10-22')).toMatchObject({
    startsOn: '2026-10-23',
    note: 'In the hall.',
  });
});

test('the start page shows what comes in two weeks, and nothing else', async () => {
  const student = await world.as('student');
  const cards = async () =>
    (await student.page('/home')).props.homeCards.filter(
      ({ component }: { component: string }) => component === 'calendar/next-dates',
    );
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await added({ title: 'Next week', startsOn: day(7) });
  await added({ title: 'In a month', startsOn: day(30) });
  await added({ title: 'For employees', startsOn: day(3), audiences: ['employee'] });
  const [card] = await cards();
  const titles = card.props.rows.map(({ title }: { title: string }) => title);
  expect(titles).toContain('Next week');
  expect(titles).not.toContain('In a month');
  expect(titles).not.toContain('For employees');
});
