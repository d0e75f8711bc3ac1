import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '#product/app.ts';
import { Browser, startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { coverWeek } from '#test/harness/cover-week.ts';

/** docs/decisions/0028: the process caches weeks, and never shows an older one than the last commit left. */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let week: Awaited<ReturnType<typeof coverWeek>>;
let addresses: string[];

const run = (...statements: string[]) =>
  withClient(world.ownerUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
const one = (query: string) =>
  withClient(world.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(query);
    return Number(rows[0]!.id);
  });

beforeAll(async () => {
  world = await startSchool();
  week = await coverWeek(world);
  registrar = await world.as('registrar');
  const { id } = world.school.ilorin;
  const [lesson] = week.lessonIds;
  await run(
    `insert into rooms (institution_id, name) values (${id}, 'Room 1'), (${id}, 'Room 2')`,
    `insert into booked_rooms (institution_id, room_id, timetable_id, lesson_id, part_id, weekday, periods)
     select l.institution_id, r.id, l.timetable_id, l.id, p.id, l.weekday, l.periods from lessons l
     join lesson_parts p on p.set_id = l.set_id, rooms r where l.id = ${lesson} and r.name = 'Room 1'`,
  );
  await run(
    `delete from terms where institution_id = ${id}`,
    `insert into terms (institution_id, session_id, position, name, starts_on, ends_on)
     select institution_id, id, 1, 'This term', '${week.monday}'::date - 30, '${week.monday}'::date + 30
     from academic_sessions where institution_id = ${id} and is_current`,
  );
  const batchId = await one(`select batch_id as id from booked_batches where lesson_id = ${lesson}`);
  const roomId = await one(`select id from rooms where name = 'Room 1'`);
  addresses = [`batch_id=${batchId}`, `employee_id=${week.employees['Mathematics']}`, `room_id=${roomId}`].map(
    (query) => `/my-timetable?${query}&day=${week.monday}`,
  );
});
afterAll(() => world.close());

const weeksOf = async (browser: Browser) => {
  const pages = await Promise.all(addresses.map((address) => browser.page(address)));
  return pages.map(({ props: { days, patterns, lessons } }) => ({ days, patterns, lessons }));
};

/** The weeks of a process with an empty cache. */
async function weeksElsewhere() {
  const app = await createApp(world.services, { requestsPerMinute: false, maxEventLoopDelay: 0 });
  const weeks = await weeksOf(new Browser(app, world.services.secret, registrar.cookies));
  await app.close();
  return weeks;
}

/** How many reads the weeks took: one each, and another for each that has changed. */
async function readsOf(browser = registrar) {
  const reads = vi.spyOn(world.database, 'read');
  await weeksOf(browser);
  const { length } = reads.mock.calls;
  reads.mockRestore();
  return length;
}

test('whatever a week shows changes at the next look, and each stays cached until then', async () => {
  const { monday, employees, lessonIds } = week;
  const [maths, english, , science] = lessonIds;
  const institution = world.school.ilorin.id;
  const partOf = (lesson?: number) =>
    `(select p.id from lesson_parts p join lessons l on l.set_id = p.set_id where l.id = ${lesson})`;
  const calendar = (kind: string, title: string) => `insert into calendar_entries
    (institution_id, kind, title, starts_on, ends_on) values (${institution}, '${kind}', '${title}', '${monday}', '${monday}')`;
  const changes: Record<string, string> = {
    'the name of a room': `update rooms set name = 'Laboratory' where name = 'Room 1'`,
    'another room': `update booked_rooms set room_id = (select id from rooms where name = 'Room 2') where lesson_id = ${maths}`,
    'the title of a course': `update courses set title = 'Further Mathematics' where title = 'Mathematics'`,
    'the name of a class arm': `update batches set name = name || ' Gold' where institution_id = ${institution}`,
    'the name of a teacher': `update employees set first_name = 'Ngozi' where id = ${employees['Mathematics']}`,
    'another teacher': `update part_teachers set employee_id = ${employees['English']} where part_id = ${partOf(science)}`,
    'a lesson that is taken out': `delete from lessons where id = ${english}`,
    'the bells': `update bell_periods set ends_at = ends_at - interval '1 minute'`,
    'the days': `delete from timetable_days where weekday = 7 or weekday = (select max(weekday) from timetable_days)`,
    'a substitute': `insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods)
      values (${institution}, '${monday}', ${maths}, ${partOf(maths)}, ${employees['Mathematics']}, ${employees['Basic Science']}, '[1,2)')`,
    'no substitute': `delete from covers`,
    'a half day': calendar('half_day', 'Inter-house sports'),
    'a holiday': calendar('holiday', 'Founder’s Day'),
    'no holiday': `delete from calendar_entries where title = 'Founder’s Day'`,
    'a term that is over': `update terms set ends_on = '${monday}'::date - 1 where institution_id = ${institution}`,
    'no terms': `delete from terms where institution_id = ${institution}`,
    'the end of the session': `update academic_sessions set ends_on = '${monday}'::date where institution_id = ${institution} and is_current`,
    'a version that ends': `update timetables set valid_until = '${monday}'::date - 1 where valid_from is not null`,
  };
  for (const [what, statement] of Object.entries(changes)) {
    const before = await weeksOf(registrar);
    await run(statement);
    const after = await weeksOf(registrar);
    expect(after, what).not.toEqual(before);
    expect(after, what).toEqual(await weeksElsewhere());
    expect(await readsOf(), what).toBe(addresses.length);
  }
});

test('uncommitted changes are not shown, and a rollback changes nothing', async () => {
  await weeksOf(registrar);
  await withClient(world.ownerUrl, async (client) => {
    const rename = `update courses set title = title || ' II'`;
    await client.query('begin');
    await client.query('savepoint before');
    await client.query(rename);
    await client.query('rollback to before');
    await client.query(rename);
    expect(await readsOf()).toBe(addresses.length);
    await client.query('commit');
  });
  expect(await readsOf()).toBe(2 * addresses.length);
  await run('begin', `update courses set title = title || ' never'`, 'rollback');
  expect(await readsOf()).toBe(addresses.length);
});

test('of two changes that end in another order than they began, each is seen, and nobody waits', async () => {
  const { employees } = week;
  const rename = (name: string) => `update employees set first_name = '${name}' where id = ${employees['English']}`;
  const rows = () =>
    one('select count(*) as id from timetable_changes where institution_id = ' + world.school.ilorin.id);
  await withClient(world.ownerUrl, async (early) => {
    await early.query('begin');
    await early.query(`update rooms set name = 'Hall' where name = 'Room 2'`);
    await run(rename('Amina'));
    expect(await readsOf()).toBe(2 * addresses.length);
    expect(await readsOf()).toBe(addresses.length);
    await early.query('commit');
  });
  expect(await rows()).toBe(2);
  expect(await readsOf()).toBe(2 * addresses.length);
  await run(rename('Halima'));
  expect(await rows()).toBe(1);
});

test('a change in another institution leaves the weeks cached', async () => {
  await weeksOf(registrar);
  await run(`update courses set title = title || '.' where institution_id <> ${world.school.ilorin.id}`);
  expect(await readsOf()).toBe(addresses.length);
});

test('whoever may not see a week does not get it from the cache', async () => {
  await weeksOf(registrar);
  for (const role of ['student', 'guardian', 'registrar.offa'] as const) {
    const reader = await world.as(role);
    for (const address of addresses) expect((await reader.get(address)).statusCode, role).toBe(404);
  }
});
