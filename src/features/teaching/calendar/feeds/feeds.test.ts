import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble } from '#product/assemble.ts';
import { createApp } from '#product/app.ts';
import { features } from '#product/features.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { readIcal } from '#test/harness/read-ical.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  // A feature that the calendar does not know brings lessons.
  const lessons = {
    name: 'lessons',
    calendarSources: [
      {
        load: async (_db: unknown, actor: { name: string }, institutionIds: readonly number[]) =>
          institutionIds.map((institutionId) => ({
            key: 'lesson-1',
            institutionId,
            title: `Lesson of ${actor.name}`,
            changedAt: '2026-11-01T00:00:00Z',
            when: { isAllDay: false as const, from: `${soon}T08:00:00Z`, to: `${soon}T08:40:00Z` },
          })),
      },
    ],
  };
  world = await startSchool({ product: assemble([...features, lessons]), publicUrl: 'https://akada.school.ng' });
  registrar = await world.as('registrar');
  const { id, classIds } = world.school.ilorin;
  for (const entry of [
    { title: 'Sports, games; fun', note: 'Bring water.\nAnd a hat.', audiences: ['student', 'guardian', 'employee'] },
    { title: 'Staff meeting', audiences: ['employee'], startsAt: '14:00', endsAt: '15:30' },
    { title: 'Of JSS 2', audiences: ['student'], classIds: [classIds['JSS 2']] },
  ])
    expect(
      (await registrar.post('/calendar-entries', { institutionId: id, kind: 'event', startsOn: soon, ...entry }))
        .statusCode,
    ).toBe(303);
});
afterAll(() => world?.close());

async function subscribe(username: string): Promise<string> {
  const answer = await (await world.as(username)).post('/calendar/subscription');
  expect(answer.statusCode).toBe(200);
  const { address } = answer.json() as { address: string };
  expect(address).toMatch(/^https:\/\/akada\.school\.ng\/calendar-feeds\/[\w-]{32}\.ics$/);
  return new URL(address).pathname;
}
const read = async (path: string) => readIcal((await world.nobody().get(path)).body);
const titles = async (path: string) => (await read(path)).events.map(({ SUMMARY }) => SUMMARY);

test('a secret address answers without a session what its person sees, and the lessons of another feature', async () => {
  const path = await subscribe('student');
  const answer = await world.nobody().get(path);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  const { calendar, events } = readIcal(answer.body);
  expect(calendar).toMatchObject({ VERSION: '2.0', 'X-WR-CALNAME': 'Ilorin Grammar School' });
  const found = events.find(({ SUMMARY }) => SUMMARY === 'Sports, games; fun')!;
  expect(found).toMatchObject({
    'DTSTART;VALUE=DATE': soon.replaceAll('-', ''),
    DESCRIPTION: 'Bring water.\nAnd a hat.',
    UID: expect.stringMatching(/^entry-\d+@[0-9a-f]{16}\.akada$/),
  });
  const all = events.map(({ SUMMARY }) => SUMMARY);
  expect(all).toContain('Lesson of The student');
  expect(all).toContain('First Term ends');
  expect(all).not.toContain('Staff meeting');
  expect(all).not.toContain('Of JSS 2');
  expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);
  // Read again it is the same, and an app that has it gets nothing.
  const again = await world.nobody().get(path, { 'if-none-match': String(answer.headers['etag']) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('times are those of the institution’s zone, in UTC', async () => {
  const path = await subscribe('teacher');
  const { events } = await read(path);
  const day = soon.replaceAll('-', '');
  // Lagos is an hour ahead.
  expect(events.find(({ SUMMARY }) => SUMMARY === 'Staff meeting')).toMatchObject({
    DTSTART: `${day}T130000Z`,
    DTEND: `${day}T143000Z`,
  });
});

test('a new address ends the one before, and an ended one answers nothing', async () => {
  const first = await subscribe('guardian');
  const second = await subscribe('guardian');
  expect((await world.nobody().get(first)).statusCode).toBe(404);
  expect(await titles(second)).toContain('Sports, games; fun');
  const guardian = await world.as('guardian');
  expect((await guardian.page('/calendar/subscription')).props.feed).toMatchObject({ readAt: expect.any(String) });
  expect((await guardian.post('/calendar/subscription/end')).statusCode).toBe(303);
  expect((await world.nobody().get(second)).statusCode).toBe(404);
  expect((await guardian.page('/calendar/subscription')).props.feed).toBe(null);
  expect((await world.nobody().get('/calendar-feeds/guessed.ics')).statusCode).toBe(404);
});

test('whoever belongs to two institutions gets both, and after the end of a membership nothing of it', async () => {
  const path = await subscribe('in.both');
  // A registrar in Ilorin sees all; Offa is told by its name.
  expect(await titles(path)).toEqual(expect.arrayContaining([expect.stringMatching(/^Staff meeting \(.+\)$/)]));
  const accountId = world.school.accounts['in.both'];
  const { ilorin, offa } = world.school;
  await world.database.asSystem([ilorin.id, offa.id], (tx) =>
    tx.execute(
      sql`update memberships set suspended_at = now() where account_id = ${accountId} and institution_id = ${ilorin.id}`,
    ),
  );
  const left = await titles(path);
  expect(left.some((title) => title?.startsWith('Staff meeting'))).toBe(false);
  expect(left).toContain('First Term ends');
  await world.database.asSystem([ilorin.id, offa.id], (tx) =>
    tx.execute(sql`update memberships set suspended_at = now() where account_id = ${accountId}`),
  );
  expect((await world.nobody().get(path)).statusCode).toBe(404);
});

test('the address of a disabled account, and of a role without the calendar, shows nothing', async () => {
  const path = await subscribe('cashier');
  const { id, roleIds } = world.school.ilorin;
  await world.database.asSystem([id], (tx) =>
    tx.execute(
      sql`update roles set permissions = array_remove(permissions, 'calendar.view') where id = ${roleIds.cashier}`,
    ),
  );
  expect((await read(path)).events).toEqual([]);
  await world.database.anonymous((tx) =>
    tx.execute(sql`update accounts set disabled_at = now() where id = ${world.school.accounts.cashier}`),
  );
  expect((await world.nobody().get(path)).statusCode).toBe(404);
});

test('an address that is asked for too often, or guessed, is refused for a minute; others and other pages are not', async () => {
  const path = await subscribe('bursar');
  const app = await createApp(world.services, { requestsPerMinute: 1000, maxEventLoopDelay: 0 });
  const get = async (url: string, remoteAddress = '10.7.0.9') => {
    for (;;) {
      const answer = await app.inject({ method: 'GET', url, remoteAddress });
      // A machine that is busy with other tests says so first.
      if (answer.statusCode !== 503) return answer;
    }
  };
  const statuses: number[] = [];
  // When the minute ends in between, it goes on into the next.
  while (statuses.length < 700 && statuses.at(-1) !== 429)
    statuses.push((await get(`/calendar-feeds/guess-${statuses.length}.ics`)).statusCode);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(240);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([404]));
  const refused = await get(path);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await get('/sign-in')).statusCode).toBe(200);
  expect((await get(path, '10.7.0.10')).statusCode).toBe(200);
  await app.close();
});
