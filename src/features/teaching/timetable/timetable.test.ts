import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatTime, formatTimes, today } from '#kernel/dates.ts';
import { lessonsBetween } from './timetable.queries.ts';
import { utcOf } from './own/clock.ts';
import { mondayOf } from './own/week-days.ts';
import { timetableDashlets } from './reports/timetable.dashlets.ts';
import type { Pattern } from './bells/bells.ts';
import type { Bell, Draft, DraftLesson } from './draft/draft.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { reportReader } from '#test/harness/report-reader.ts';
import { readIcal } from '#test/harness/read-ical.ts';
import { withClient } from '#test/harness/client.ts';

/** A registrar makes the timetable, the principal publishes it, everybody finds their own. */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let timetableId: number;

const ilorin = () => world.school.ilorin;
const batch = (name: 'JSS 1 A' | 'JSS 1 B' | 'JSS 2 A') => (ilorin().batchIds as Record<string, number>)[name]!;
const course = (code: string) => ilorin().courseIds[code]!;
const rowsOf = <Row>(query: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin().id], async (tx) => (await tx.execute(query)).rows as Row[]);
const draftOf = async (id = timetableId) => (await registrar.page(`/timetables/${id}`)).props.draft as Draft;
/** The lessons of a course in a batch. */
const lessonsOf = async (batchId: number, courseId: number, id = timetableId): Promise<DraftLesson[]> => {
  const draft = await draftOf(id);
  const sets = draft.sets.filter(({ parts }) =>
    parts.some(({ courses }) => courses.some((one) => one.batchId === batchId && one.courseId === courseId)),
  );
  return draft.lessons.filter(({ setId }) => sets.some((set) => set.id === setId));
};
const place = (lesson: DraftLesson, weekday: number, period: number, browser = registrar) =>
  browser.post(`/timetables/${timetableId}/place`, {
    lessonId: lesson.id,
    weekday,
    period,
    wasWeekday: lesson.weekday,
    wasPeriod: lesson.period,
  });
const said = (answer: { json(): { errors?: Record<string, string>; message?: string } }) => {
  const { errors, message } = answer.json();
  return errors ? Object.values(errors).join(' ') : message;
};

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  const { id } = ilorin();
  // The teacher teaches English everywhere; a second one Mathematics.
  await rowsOf(sql`insert into course_offerings (institution_id, batch_id, course_id, employee_id)
    select ${id}, b.id, c.id, m.employee_id from batches b join academic_sessions y on y.id = b.session_id and y.is_current
    cross join courses c join memberships m on m.institution_id = ${id} and m.account_id = case c.code
      when 'ENG' then ${world.school.accounts.teacher}::bigint else ${world.school.accounts.employee}::bigint end
    where b.institution_id = ${id} and c.institution_id = ${id}
    on conflict (institution_id, batch_id, course_id) do update set employee_id = excluded.employee_id`);
  const [session] = await rowsOf<{ id: number }>(
    sql`select id::int as id from academic_sessions where institution_id = ${id} and is_current`,
  );
  const made = await registrar.post('/timetables', { name: 'First term', sessionId: session!.id });
  expect(made.statusCode, made.body).toBe(303);
  timetableId = Number(/\/timetables\/(\d+)/.exec(String(made.headers.location))![1]);
});
afterAll(() => world?.close());

test('a timetable waits on the home of who makes them until it is published', async () => {
  const waiting = async (username: string) =>
    ((await (await world.as(username)).page('/home')).props.waiting as { label: string; href: string }[])
      .filter(({ label }) => label.startsWith('timetable'))
      .map(({ label, href }) => [label, href]);
  const drafts = [['timetable that is not published', `/timetables/${timetableId}`]];
  expect(await waiting('registrar')).toEqual(drafts);
  expect(await waiting('teacher')).toEqual([]);
});

test('lessons a week are set for many courses at once, and wait in the tray with the teacher of the offering', async () => {
  const loads = (['JSS 1 A', 'JSS 1 B'] as const).flatMap((name) =>
    ['ENG', 'MTH'].map((code) => ({ batchId: batch(name), courseId: course(code), singles: 3, doubles: 1 })),
  );
  const answer = await registrar.post(`/timetables/${timetableId}/lessons`, { loads });
  expect(answer.statusCode, answer.body).toBe(303);
  const draft = await draftOf();
  expect(draft.lessons).toHaveLength(16);
  expect(draft.lessons.every(({ weekday }) => weekday === null)).toBe(true);
  expect(draft.sets.flatMap(({ parts }) => parts.map(({ teacherIds }) => teacherIds.length))).toEqual([1, 1, 1, 1]);
  // Fewer again.
  await registrar.post(`/timetables/${timetableId}/lessons`, { loads: [{ ...loads[0]!, singles: 2 }] });
  expect(await lessonsOf(batch('JSS 1 A'), course('ENG'))).toHaveLength(3);
  // A clerk who opened the table before: the cell that was changed is refused, and the others with it.
  const was = { singles: 3, doubles: 1 };
  const save = (...cells: object[]) => registrar.post(`/timetables/${timetableId}/lessons`, { loads: cells });
  const late = await save({ ...loads[0]!, singles: 5, was }, { ...loads[1]!, singles: 4, was });
  expect([late.statusCode, said(late)]).toEqual([
    409,
    'Someone else has changed English Language in JSS 1 A to 2+1 in the meantime, so nothing was saved. Reload the page to see it.',
  ]);
  expect(await lessonsOf(batch('JSS 1 A'), course('MTH'))).toHaveLength(4);
  expect((await save({ ...loads[1]!, singles: 3, was })).statusCode).toBe(303);
});

test('a lesson is placed where everyone is free; a busy teacher or class is refused in words', async () => {
  const [english, secondEnglish] = (await lessonsOf(batch('JSS 1 A'), course('ENG'))) as [DraftLesson, DraftLesson];
  const [mathematics] = (await lessonsOf(batch('JSS 1 A'), course('MTH'))) as [DraftLesson];
  const [other] = (await lessonsOf(batch('JSS 1 B'), course('ENG'))) as [DraftLesson];
  const placed = await place(english, 1, 1);
  expect(placed.statusCode, placed.body).toBe(200);
  expect(placed.json().lessons[0]).toMatchObject({ id: english.id, weekday: 1, period: 1 });
  expect(said(await place(other, 1, 1))).toBe('The Teacher teaches English Language, JSS 1 A.');
  expect(said(await place(mathematics, 1, 1))).toMatch(/^JSS 1 A.* has English Language\.$/);
  expect(said(await place(mathematics, 7, 1))).toBe('There are no lessons on Sunday.');
  // A second one on the same day is only not as wished.
  const again = await place(secondEnglish, 1, 3);
  expect(again.json().warnings).toEqual(['English Language is on Monday already.']);
  const double = (await lessonsOf(batch('JSS 1 A'), course('MTH'))).find(({ length }) => length === 2)!;
  expect(said(await place(double, 1, 4))).toBe('Long break comes between its periods.');
  expect((await place(double, 1, 5)).statusCode).toBe(200);
});

test('of two who place at once one is refused, and an older picture moves nothing', async () => {
  const [one, two] = (await lessonsOf(batch('JSS 1 B'), course('ENG'))) as [DraftLesson, DraftLesson];
  const principal = await world.as('principal');
  const answers = await Promise.all([place(one, 2, 2), place(two, 2, 2, principal)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  const winner = answers[0]!.statusCode === 200 ? one : two;
  const stale = await place(winner, 3, 3);
  expect(stale.statusCode).toBe(409);
  expect(said(stale)).toBe(
    'Someone else has moved this lesson to Tuesday, period 2 in the meantime, so your move was not saved.',
  );
  const { revision } = (await registrar.page(`/timetables/${timetableId}`)).props.version;
  const changes = (since: number) => registrar.get(`/timetables/${timetableId}/changes?since=${since}`);
  expect((await changes(revision)).json()).toEqual({ revision, draft: null });
  expect((await changes(revision - 1)).json().draft.lessons).toHaveLength(15);
});

test('the database refuses a clash whoever writes it, also of two transactions at once', async () => {
  const lessons = await lessonsOf(batch('JSS 1 A'), course('ENG'));
  const free = lessons.find(({ weekday }) => weekday === null)!;
  const taken = lessons.find(({ weekday }) => weekday !== null)!;
  const { id } = ilorin();
  const write = (lessonId: number, weekday: number, period: number) =>
    withClient(world.ownerUrl, async (client) => {
      await client.query('begin');
      try {
        await client.query(
          `update lessons set weekday = ${weekday}, first_period = ${period} where institution_id = ${id} and id = ${lessonId}`,
        );
        await client.query(`insert into booked_batches (institution_id, batch_id, timetable_id, lesson_id, weekday, periods)
          select l.institution_id, ${batch('JSS 1 A')}, l.timetable_id, l.id, l.weekday, l.periods from lessons l where l.id = ${lessonId}`);
        await client.query('commit');
        return 'written';
      } catch (error) {
        await client.query('rollback');
        return (error as Error).message;
      }
    });
  expect(await write(free.id, taken.weekday!, taken.period!)).toMatch(/booked_batches_clash/);
  // Both write to a free period of Thursday before either has committed.
  const [first, second] = await lessonsOf(batch('JSS 1 A'), course('MTH')).then((all) =>
    all.filter(({ weekday, length }) => weekday === null && length === 1),
  );
  const both = await Promise.all([write(first!.id, 4, 4), write(second!.id, 4, 4)]);
  expect(both.filter((words) => words === 'written')).toHaveLength(1);
  const [{ at: bookedElsewhere }] = (await withClient(world.ownerUrl, async (client) =>
    client.query(
      `update booked_batches set weekday = 5 where institution_id = ${id} and weekday = 4 returning weekday as at`,
    ),
  ).then(
    () => [{ at: 'moved' }],
    (error: Error) => [{ at: error.message }],
  )) as [{ at: string }];
  expect(bookedElsewhere).toMatch(/foreign key/);
  const back = await registrar.post(`/timetables/${timetableId}/unplace`, { lessonIds: [first!.id, second!.id] });
  expect(back.statusCode, back.body).toBe(200);
});

test('lessons are swapped, removed and locked; a locked one stays', async () => {
  const all = await lessonsOf(batch('JSS 1 A'), course('ENG'));
  const [english] = all.filter(({ weekday }) => weekday !== null) as [DraftLesson];
  const mathematics = (await lessonsOf(batch('JSS 1 A'), course('MTH'))).find(
    ({ length, weekday }) => length === 1 && weekday === null,
  )!;
  expect((await place(mathematics, 3, 2)).statusCode).toBe(200);
  const swap = await registrar.post(`/timetables/${timetableId}/swap`, {
    lessonId: english.id,
    otherLessonId: mathematics.id,
  });
  expect(swap.statusCode, swap.body).toBe(200);
  const now = await draftOf();
  const find = (id: number) => now.lessons.find((lesson) => lesson.id === id)!;
  expect([find(english.id).weekday, find(english.id).period]).toEqual([3, 2]);
  expect([find(mathematics.id).weekday, find(mathematics.id).period]).toEqual([english.weekday, english.period]);
  await registrar.post(`/timetables/${timetableId}/lock`, { lessonIds: [english.id], isLocked: true });
  expect(said(await place(find(english.id), 4, 1))).toMatch(/is locked in place/);
  await registrar.post(`/timetables/${timetableId}/unplace`, { lessonIds: [english.id, mathematics.id] });
  const after = await draftOf();
  expect(after.lessons.find(({ id }) => id === english.id)!.weekday).toBe(3);
  expect(after.lessons.find(({ id }) => id === mathematics.id)!.weekday).toBeNull();
});

test('a room is taken by one lesson at a time, and a teacher who is not available is not given lessons', async () => {
  expect(
    (await registrar.post('/rooms', { institutionId: ilorin().id, name: 'Laboratory', kind: 'laboratory' })).statusCode,
  ).toBe(303);
  expect(
    (await registrar.post('/rooms', { institutionId: ilorin().id, name: 'laboratory', kind: 'hall' })).json().errors
      .name,
  ).toMatch(/already/);
  const [room] = await rowsOf<{ id: number }>(
    sql`select id::int as id from rooms where institution_id = ${ilorin().id}`,
  );
  const draft = await draftOf();
  const setOf = (code: string, name: 'JSS 1 A' | 'JSS 1 B') =>
    draft.sets.find(({ parts }) =>
      parts[0]!.courses.some((one) => one.batchId === batch(name) && one.courseId === course(code)),
    )!;
  const inRoom = (code: string, name: 'JSS 1 A' | 'JSS 1 B') => {
    const set = setOf(code, name);
    const part = set.parts[0]!;
    return registrar.post(`/timetables/${timetableId}/blocks/${set.id}`, {
      name: '',
      singles: 3,
      doubles: 1,
      parts: [
        {
          courses: part.courses.map((one) => `${one.batchId}-${one.courseId}`),
          teacherIds: part.teacherIds,
          roomId: room!.id,
          roomKind: '',
        },
      ],
    });
  };
  for (const [code, name] of [
    ['ENG', 'JSS 1 A'],
    ['MTH', 'JSS 1 B'],
  ] as const)
    expect((await inRoom(code, name)).statusCode).toBe(303);
  const english = (await lessonsOf(batch('JSS 1 A'), course('ENG'))).find(
    ({ weekday, length }) => weekday === null && length === 1,
  )!;
  const mathematics = (await lessonsOf(batch('JSS 1 B'), course('MTH'))).find(
    ({ weekday, length }) => weekday === null && length === 1,
  )!;
  const placed = await place(english, 5, 1);
  expect(placed.json().lessons[0].rooms).toMatchObject([{ roomId: room!.id }]);
  expect(said(await place(mathematics, 5, 1))).toMatch(/^Laboratory is taken by English Language, JSS 1 A/);
  const [teacher] = setOf('MTH', 'JSS 1 B').parts[0]!.teacherIds;
  const availability = (periods: object, opened: object, more: object = {}) =>
    registrar.post(`/timetables/${timetableId}/availability`, {
      employeeId: teacher,
      periods,
      mostADay: '',
      mostAWeek: '',
      ...more,
      opened: { mostADay: null, mostAWeek: null, periods: opened },
    });
  const never = await availability({ '5-2': 'never' }, {}, { mostADay: 4 });
  expect(never.statusCode, never.body).toBe(303);
  // From windows that were opened before: another period is added, the same one is asked about.
  expect((await availability({ '1-1': 'avoid' }, {})).statusCode).toBe(303);
  const { unavailable, limits } = await draftOf();
  expect(unavailable.map(({ weekday, period, degree }) => `${weekday}-${period} ${degree}`).toSorted()).toEqual([
    '1-1 avoid',
    '5-2 never',
  ]);
  expect(limits).toMatchObject([{ teacherId: teacher, mostADay: 4, mostAWeek: null }]);
  const older = await availability({ '5-2': 'avoid' }, {}, { mostADay: 3 });
  expect(older.statusCode).toBe(409);
  expect(older.json().conflicts).toMatchObject([
    { field: 'mostADay', theirs: '4', yours: '3', by: { isYou: true } },
    {
      field: 'periods.5-2',
      label: 'Friday, period 2',
      theirs: 'Not available',
      yours: 'Rather not',
      by: { isYou: true },
    },
  ]);
  const removed = await availability({ '5-2': 'never' }, { '1-1': 'avoid', '5-2': 'never' });
  expect(removed.statusCode).toBe(303);
  expect((await draftOf()).unavailable).toMatchObject([{ weekday: 5, period: 2, degree: 'never' }]);
  expect(said(await place(mathematics, 5, 2))).toBe('The Employee is not available.');
});

test('a placed lesson gets another room by hand: a taken one is refused, and so is a choice on an older picture', async () => {
  const rooms = await Promise.all(
    ['Hall', 'Library'].map(async (name) => {
      await registrar.post('/rooms', { institutionId: ilorin().id, name, kind: 'hall', seats: '1' });
      const [row] = await rowsOf<{ id: number }>(sql`select id::int as id from rooms where name = ${name}`);
      return row!.id;
    }),
  );
  const { lessons, sets } = await draftOf();
  const partOf = ({ setId }: DraftLesson) => sets.find(({ id }) => id === setId)!.parts[0]!;
  const tray = (name: 'JSS 1 A' | 'JSS 1 B') =>
    lessons.find(
      (lesson) => lesson.weekday === null && lesson.length === 1 && partOf(lesson).courses[0]!.batchId === batch(name),
    )!;
  const [one, other] = [tray('JSS 1 A'), tray('JSS 1 B')];
  for (const lesson of [one, other]) expect((await place(lesson, 5, 3)).statusCode).toBe(200);
  const choose = async (lesson: DraftLesson, roomId: number | null) => {
    const partId = partOf(lesson).id;
    const now = (await draftOf()).lessons.find(({ id }) => id === lesson.id)!;
    const wasRoomId = now.rooms.find((room) => room.partId === partId)?.roomId ?? null;
    return registrar.post(`/timetables/${timetableId}/room`, { lessonId: lesson.id, partId, roomId, wasRoomId });
  };
  const first = await choose(one, rooms[0]!);
  expect(first.json(), first.body).toMatchObject({
    lessons: [{ id: one.id, weekday: 5, period: 3, rooms: [{ roomId: rooms[0] }] }],
    warnings: [expect.stringMatching(/^Hall has 1 seats? for \d+ students\.$/)],
  });
  expect(said(await choose(other, rooms[0]!))).toMatch(/^Hall is taken by /);
  expect((await choose(other, rooms[1]!)).statusCode).toBe(200);
  const older = { lessonId: one.id, partId: partOf(one).id, roomId: rooms[1], wasRoomId: null };
  const refused = await registrar.post(`/timetables/${timetableId}/room`, older);
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('Hall in the meantime')]);
  expect((await choose(one, 999_999)).statusCode).toBe(404);
  expect((await choose(one, null)).json().lessons[0].rooms).toEqual([]);
  await registrar.post(`/timetables/${timetableId}/unplace`, { lessonIds: [one.id, other.id] });
});

test('electives in a block take the time of a class once; students who take two of them are named', async () => {
  const { id } = ilorin();
  await rowsOf(sql`with c as (insert into courses (institution_id, code, title, elective_group)
      values (${id}, 'CRS', 'Christian Studies', 'Religion'), (${id}, 'IRS', 'Islamic Studies', 'Religion') returning id),
    o as (insert into course_offerings (institution_id, batch_id, course_id)
      select ${id}, ${batch('JSS 1 A')}, c.id from c returning id)
    insert into student_electives (institution_id, student_id, offering_id)
    select ${id}, ${ilorin().studentIds['Ada Obi']}, o.id from o`);
  const courses = await rowsOf<{ id: number }>(
    sql`select id::int as id from courses where elective_group = 'Religion' order by code`,
  );
  const block = await registrar.post(`/timetables/${timetableId}/blocks`, {
    name: 'Religious studies',
    singles: 1,
    doubles: 0,
    parts: courses.map((one) => ({ courses: [`${batch('JSS 1 A')}-${one.id}`], teacherIds: [] })),
  });
  expect(block.statusCode, block.body).toBe(303);
  const [lesson] = (await lessonsOf(batch('JSS 1 A'), courses[0]!.id)) as [DraftLesson];
  const answer = await place(lesson, 2, 4);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().warnings.join()).toMatch(
    /1 student of JSS 1 A.* takes both Christian Studies and Islamic Studies/,
  );
});

test('two who edit bells, days or a block keep the changes of both, and are asked about what both changed', async () => {
  const principal = await world.as('principal');
  const home = `/timetables/${timetableId}`;
  const conflictsOf = (answer: Awaited<ReturnType<Browser['post']>>) => {
    expect(answer.statusCode, answer.body).toBe(409);
    return (answer.json().conflicts as { field: string; theirs: string; yours: string; by: { person: string } }[]).map(
      ({ field, theirs, yours, by }) => ({ field, theirs, yours, by: by.person }),
    );
  };
  // Bells.
  const patterns = async () => (await registrar.page(`${home}/bells`)).props.patterns as Pattern[];
  const [normal, friday] = (await patterns()) as [Pattern, Pattern];
  const bells = `${home}/bells/${normal.id}`;
  const rows = (change: (bell: Bell) => Partial<Bell>) =>
    Object.fromEntries(normal.bells.map((bell, at) => [at + 1, { ...bell, ...change(bell) }]));
  const longer = rows(({ name, endsAt }) => (name === 'Period 8' ? { endsAt: '14:05' } : { endsAt }));
  const opened = await registrar.opened(bells);
  expect((await principal.post(bells, { name: normal.name, bells: longer })).statusCode).toBe(303);
  expect((await registrar.post(bells, { name: 'Long day', bells: rows(() => ({})), opened })).statusCode).toBe(303);
  const saved = (await patterns()).find(({ id }) => id === normal.id)!;
  expect([saved.name, saved.bells.at(-1)!.endsAt]).toEqual(['Long day', '14:05']);
  const shorter = rows(({ name, endsAt }) => (name === 'Period 8' ? { endsAt: '13:55' } : { endsAt }));
  expect(conflictsOf(await registrar.post(bells, { name: normal.name, bells: shorter, opened }))).toEqual([
    {
      field: 'bells',
      by: expect.stringMatching(/Principal/i),
      theirs: expect.stringContaining('Period 8 01:20–02:05 pm'),
      yours: expect.stringContaining('Period 8 01:20–01:55 pm'),
    },
  ]);
  expect((await patterns()).find(({ id }) => id === normal.id)).toEqual(saved);
  // What the dialog sends for “Keep theirs”.
  const theirs = (await registrar.opened(bells))['bells'];
  const moved = { ...opened, bells: theirs, name: 'Long day' };
  expect((await registrar.post(bells, { name: 'Normal day', bells: theirs, opened: moved })).statusCode).toBe(303);
  expect((await patterns()).find(({ id }) => id === normal.id)).toEqual({ ...saved, name: 'Normal day' });

  // Days: their form is on the page of the bells.
  const openedDays = (await registrar.page(`${home}/bells`)).props.opened as Record<string, number | null>;
  const days = (more: object) => ({ ...openedDays, ...more, opened: openedDays });
  expect(openedDays).toMatchObject({ monday: normal.id, friday: friday.id, saturday: null });
  expect((await principal.post(`${home}/days`, days({ saturday: friday.id }))).statusCode).toBe(303);
  expect((await registrar.post(`${home}/days`, days({ friday: normal.id }))).statusCode).toBe(303);
  const now = (await registrar.page(`${home}/bells`)).props.opened;
  expect(now).toEqual({ ...openedDays, friday: normal.id, saturday: friday.id });
  expect(conflictsOf(await registrar.post(`${home}/days`, days({ saturday: normal.id })))).toEqual([
    { field: 'saturday', theirs: 'Friday', yours: 'Normal day', by: expect.any(String) },
  ]);
  expect((await registrar.post(`${home}/days`, { ...openedDays, opened: now })).statusCode).toBe(303);

  // A block.
  const set = (await draftOf()).sets.find(({ name }) => name === 'Religious studies')!;
  const block = `${home}/blocks/${set.id}`;
  const start = await registrar.opened(block);
  const parts = Object.fromEntries((start['parts'] as { id: number }[]).map((part) => [part.id, part]));
  const [one] = set.parts;
  const [teacher] = await rowsOf<{ id: number; name: string }>(
    sql`select id::int as id, first_name || ' ' || surname as name from employees where institution_id = ${ilorin().id} and left_on is null order by id limit 1`,
  );
  const given = { ...parts, [one!.id]: { ...parts[one!.id], teacherIds: [teacher!.id] } };
  expect((await principal.post(block, { ...start, parts: given })).statusCode).toBe(303);
  expect((await registrar.post(block, { ...start, name: 'Religion', singles: 2, opened: start })).statusCode).toBe(303);
  const after = await registrar.opened(block);
  expect(after).toMatchObject({
    name: 'Religion',
    singles: 2,
    parts: [{ teacherIds: [teacher!.id] }, { teacherIds: [] }],
  });
  const { [one!.id]: _, ...other } = parts;
  const [conflict] = conflictsOf(await registrar.post(block, { ...start, parts: other, opened: start }));
  expect(conflict).toMatchObject({ field: 'parts', yours: 'Islamic Studies, JSS 1 A' });
  expect(conflict!.theirs).toContain(`Christian Studies, JSS 1 A; ${teacher!.name}`);
  expect(await registrar.opened(block)).toEqual(after);
  const backAgain = { ...start, name: 'Religious studies', singles: 1 };
  expect((await registrar.post(block, { ...backAgain, opened: after })).statusCode).toBe(303);
});

test('a version is published from a day on, ends the one before, stays as it is, and can be copied', async () => {
  const now = today('Africa/Lagos');
  const publish = (browser: Browser, id: number, validFrom: string, more: object = {}) =>
    browser.post(`/timetables/${id}/publish`, { validFrom, acceptsProblems: 'on', ...more });
  expect((await publish(registrar, timetableId, now)).statusCode).toBe(403);
  const principal = await world.as('principal');
  expect((await publish(principal, timetableId, addDays(now, -1))).json().errors.validFrom).toMatch(/This day is over/);
  expect((await publish(principal, timetableId, now, { acceptsProblems: '' })).json().errors.acceptsProblems).toMatch(
    /check list/,
  );
  const checks = (await principal.page(`/timetables/${timetableId}/publish`)).props;
  expect(checks.checks.unplaced.length).toBeGreaterThan(3);
  expect(checks.told).toMatchObject({ teachers: 2, students: 1, guardians: 1 });
  expect(checks.days).toMatchObject({ from: now, usual: now });
  const done = await publish(principal, timetableId, now, { tellsTeachers: 'on' });
  expect(done.statusCode, done.body).toBe(303);
  const told = await rowsOf<{
    username: string;
  }>(sql`select a.username from notifications n join accounts a on a.id = n.account_id
    where n.kind = 'timetable.published' order by 1`);
  expect(told.map(({ username }) => username)).toEqual(['employee', 'teacher']);
  const [english] = (await lessonsOf(batch('JSS 1 B'), course('ENG'))) as [DraftLesson];
  expect((await place(english, 4, 4)).statusCode).toBe(409);
  const { sessionId } = (await registrar.page(`/timetables/${timetableId}`)).props.version;
  const copied = await registrar.post('/timetables', {
    name: 'From Monday',
    sessionId,
    timetableId,
    keepsPlaces: 'on',
  });
  expect(copied.statusCode, copied.body).toBe(303);
  const copyId = Number(/\/timetables\/(\d+)/.exec(String(copied.headers.location))![1]);
  const [before, after] = [await draftOf(), await draftOf(copyId)];
  const places = (draft: Draft) =>
    draft.lessons.map(({ weekday, period, length }) => `${weekday} ${period} ${length}`).toSorted();
  expect(places(after)).toEqual(places(before));
  const next = addDays(now, 7);
  const { days: proposed } = (await principal.page(`/timetables/${copyId}/publish`)).props;
  expect(proposed).toMatchObject({ from: now, usual: mondayOf(next) });
  expect((await publish(principal, copyId, next)).statusCode).toBe(303);
  const days = await rowsOf<{
    name: string;
    from: string;
    until: string | null;
  }>(sql`select name, valid_from::text as from,
    valid_until::text as until from timetables where institution_id = ${ilorin().id} order by valid_from`);
  expect(days).toEqual([
    { name: 'First term', from: now, until: addDays(next, -1) },
    { name: 'From Monday', from: next, until: null },
  ]);
  const versions = await world.database.asSystem([ilorin().id], async (tx) => [
    await lessonsBetween(tx, ilorin().id, 'everybody', addDays(now, 1), addDays(now, 1)),
    await lessonsBetween(tx, ilorin().id, 'everybody', next, next),
  ]);
  expect(versions.flat().every(({ day, timetableId: of }) => of === (day < next ? timetableId : copyId))).toBe(true);
  const withdrawn = await principal.post(`/timetables/${copyId}/withdraw`);
  expect(withdrawn.statusCode, withdrawn.body).toBe(303);
  expect((await principal.post(`/timetables/${timetableId}/withdraw`)).statusCode).toBe(409);
  const [only] = await rowsOf<{ until: string | null }>(
    sql`select valid_until::text as until from timetables where id = ${timetableId}`,
  );
  expect(only!.until).toBeNull();
});

test('teachers, students and guardians find their own week, and nobody else’s', async () => {
  const employee = (account: number) =>
    rowsOf<{ id: number }>(sql`select employee_id::int as id from memberships where account_id = ${account}`);
  const { teacher: teacherAccount, registrar: registrarAccount } = world.school.accounts;
  const [[own], [someone]] = await Promise.all([employee(teacherAccount), employee(registrarAccount)]);
  const teacher = await world.as('teacher');
  const nextWeek = addDays(today('Africa/Lagos'), 7);
  const week = (await teacher.page(`/my-timetable?day=${nextWeek}`)).props;
  expect(week.subject).toMatchObject({ kind: 'employee', id: own!.id, isOwn: true });
  const titles = new Set(week.lessons.map(({ title }: { title: string }) => title));
  expect([...titles]).toEqual(['English Language']);
  const first = week.lessons[0];
  const direct = await world.database.asSystem([ilorin().id], (tx) =>
    lessonsBetween(tx, ilorin().id, { employeeId: own!.id }, first.day, first.day),
  );
  expect(direct[0]).toMatchObject({ lessonId: first.lessonId, period: first.period, teachers: [{ id: own!.id }] });
  for (const address of [`employee_id=${someone!.id}`, `student_id=${ilorin().studentIds['Ada Obi']}`])
    expect((await teacher.get(`/my-timetable?${address}`)).statusCode).toBe(404);
  expect((await teacher.page(`/my-timetable?batch_id=${batch('JSS 1 A')}`)).props.subject).toMatchObject({
    kind: 'batch',
  });
  const student = await world.as('student');
  const mine = (await student.page(`/my-timetable?day=${nextWeek}`)).props;
  expect(mine.subject.name).toBe('Ada Obi');
  expect(mine.lessons.length).toBeGreaterThan(3);
  expect((await student.get(`/my-timetable?student_id=${ilorin().studentIds['Tunde Bakare']}`)).statusCode).toBe(404);
  expect((await student.get(`/my-timetable?batch_id=${batch('JSS 1 A')}`)).statusCode).toBe(404);
  const guardian = await world.as('guardian');
  expect((await guardian.page('/my-timetable')).props.own.map(({ name }: { name: string }) => name)).toEqual([
    'Tunde Bakare',
  ]);
  expect((await guardian.get(`/my-timetable?student_id=${ilorin().studentIds['Ada Obi']}`)).statusCode).toBe(404);
  expect((await (await world.as('bursar')).get('/my-timetable')).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).get(`/timetables/${timetableId}`)).statusCode).toBe(404);
  expect((await teacher.get(`/timetables/${timetableId}`)).statusCode).toBe(403);
});

test('a holiday is named instead of its lessons, and only the calendar of a day changes', async () => {
  const registrar = await world.as('registrar');
  const teacher = await world.as('teacher');
  const day = addDays(today('Africa/Lagos'), 7);
  const week = async () => (await teacher.page(`/my-timetable?day=${day}`)).props;
  const { days, lessons } = await week();
  const busy = days.find((one: { day: string }) => lessons.some((lesson: { day: string }) => lesson.day === one.day));
  const on = (all: { day: string }[]) => all.filter((one) => one.day === busy.day);
  const entry = { institutionId: ilorin().id, title: 'Founder’s Day', startsOn: busy.day };
  expect((await registrar.post('/calendar-entries', { ...entry, kind: 'holiday' })).statusCode).toBe(303);
  const after = await week();
  expect(on(after.days)).toEqual([{ ...busy, closed: 'Founder’s Day', note: null }]);
  expect(on(after.lessons)).toEqual([]);
  expect(after.lessons).toHaveLength(lessons.length - on(lessons).length);

  const file = await teacher.get(`/my-timetable.pdf?day=${day}&paper=A3`);
  expect(file.headers['content-type']).toBe('application/pdf');
  const text = pdfText(file.rawPayload).join('\n');
  // On the door of a classroom is the usual week.
  expect(text).toContain('English Language');
  expect(text).not.toContain('Founder');
  expect(text).toContain('Page 1 of 1');
  const { 'Ada Obi': stranger } = ilorin().studentIds;
  expect((await teacher.get(`/my-timetable.pdf?student_id=${stranger}`)).statusCode).toBe(404);
  // A day on paper is as it takes place.
  const dayText = async (query: string) => {
    const paper = await teacher.get(`/my-timetable/day.pdf?${query}`);
    expect(paper.headers['content-type']).toBe('application/pdf');
    return pdfText(paper.rawPayload).join('\n').replaceAll(/\s+/g, ' ');
  };
  expect(await dayText(`day=${busy.day}`)).toMatch(/Founder.*: no lessons\./);
  const open = await dayText(`day=${addDays(busy.day, 7)}`);
  expect(open).toMatch(/\d\d:\d\d–\d\d:\d\d [ap]m Period \d English Language JSS/);
  expect(open).toContain('Class and room');
  expect((await teacher.get(`/my-timetable/day.pdf?student_id=${stranger}`)).statusCode).toBe(404);

  const { address } = (await teacher.post('/calendar/subscription')).json() as { address: string };
  const { events } = readIcal((await world.nobody().get(new URL(address).pathname)).body);
  const taught = events.filter(({ SUMMARY }) => SUMMARY?.startsWith('English Language, '));
  const daysOf = new Set(taught.map(({ DTSTART }) => String(DTSTART).slice(0, 8)));
  expect(daysOf.has(busy.day.replaceAll('-', ''))).toBe(false);
  expect(daysOf.has(addDays(busy.day, 7).replaceAll('-', ''))).toBe(true);
  expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);
});

test('times of a zone are told in UTC, also beside a change of clocks', () => {
  expect(utcOf('2026-11-26', '08:05', 'Africa/Lagos')).toBe('2026-11-26T07:05:00Z');
  expect(utcOf('2027-03-28', '08:00', 'Europe/London')).toBe('2027-03-28T07:00:00Z');
  expect(utcOf('2027-03-27', '08:00', 'Europe/London')).toBe('2027-03-27T08:00:00Z');
});

test('people read times by the twelve-hour clock; in reports they stand in the order of the day', async () => {
  expect(['00:05', '08:40', '12:00', '23:59:00'].map(formatTime)).toEqual([
    '12:05 am',
    '08:40 am',
    '12:00 pm',
    '11:59 pm',
  ]);
  expect(formatTimes('08:40', '09:20')).toBe('08:40–09:20 am');
  expect(formatTimes('11:40', '12:20')).toBe('11:40 am–12:20 pm');
  const reader = reportReader(world);
  const actor = await reader.actorNamed('registrar');
  const firstBy = async (descending: boolean) => {
    const { rows } = await reader.run(actor, {
      subject: 'room_period',
      fields: ['begins'],
      sort: [{ field: 'begins', descending }],
    });
    return rows[0]!.cells[0];
  };
  const [first, last] = [await firstBy(false), await firstBy(true)];
  const [bells] = await rowsOf<{ first: string; last: string }>(
    sql`select min(b.starts_at)::text as first, max(b.starts_at)::text as last from timetables t
      join timetable_days w on w.timetable_id = t.id join bell_periods b on b.pattern_id = w.pattern_id and b.period is not null
      where t.published_at is not null and ${today('Africa/Lagos')} between t.valid_from and coalesce(t.valid_until, ${today('Africa/Lagos')})`,
  );
  expect([first, last]).toEqual([formatTime(bells!.first), formatTime(bells!.last)]);
  expect(last).toMatch(/^01:\d\d pm$/);
});

test('dashlets say who teaches how much and which rooms are free, to people who see the whole timetable', async () => {
  const seenBy = (account: 'principal' | 'teacher') =>
    world.database.asSystem([ilorin().id], async (tx) => {
      const actor = await loadRequester(tx, world.school.accounts[account], ilorin().id);
      const views = await Promise.all(timetableDashlets.map(({ load }) => load(tx, actor, ilorin().id, {})));
      return views.map((view) => (view && 'points' in view ? view.points : []));
    });
  const [published] = await rowsOf<{ id: number; periods: number }>(
    sql`select y.employee_id::int as id, sum(upper(y.periods) - lower(y.periods))::int as periods from booked_teachers y
      join timetables t on t.id = y.timetable_id and t.published_at is not null
        and ${today('Africa/Lagos')} between t.valid_from and coalesce(t.valid_until, ${today('Africa/Lagos')})
      group by y.employee_id order by 2 desc, 1 limit 1`,
  );
  const [load, rooms] = await seenBy('principal');
  expect(load![0]).toMatchObject({ value: published!.periods, href: `/my-timetable?employee_id=${published!.id}` });
  // Whether a lesson is on depends on the hour; a room with a lesson is never free then.
  expect(rooms!.every(({ href }) => href!.startsWith('/my-timetable?room_id='))).toBe(true);
  expect(await seenBy('teacher')).toEqual([[], []]);
});
