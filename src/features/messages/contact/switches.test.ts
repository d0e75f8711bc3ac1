import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announce } from '#kernel/messages/announce.ts';
import { query } from '#kernel/database.ts';
import { resultPublished } from '#features/results/results/results.events.ts';
import { startSchool } from '../../../../test/harness/app.ts';
import { notifyOfBirthdays } from './jobs/notify-of-birthdays.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

interface Sent {
  channel: string;
  recipient: string;
  body: string;
  event: string;
  needs: string | null;
}
const sent = (event: string) =>
  world.database.asSystem([world.school.ilorin.id], (tx) =>
    query<Sent>(tx, sql`select channel, recipient, body, event, needs from outbox where event = ${event} order by id`),
  );

test('an event writes to nobody until it is switched on; then siblings with one number get one message', async () => {
  const { id, studentIds } = world.school.ilorin;
  const [ada, ngozi] = [studentIds['Ada Obi'], studentIds['Ngozi Okafor']] as [number, number];
  const fields = { term: 'First Term', session: '2026/2027' };
  const told = [ada, ngozi].map((studentId) => ({ studentId, fields }));
  const parents = await world.database.asSystem([id], async (tx) => {
    const made = await query<{ id: number }>(
      tx,
      sql`insert into guardians (institution_id, title, surname, first_name, mobile) values
        (${id}, 'Mrs', 'Obi', 'Ngozi', '+2348031110001'), (${id}, 'Mr', 'Obi', 'Emeka', '+2348031110001') returning id`,
    );
    await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
      select ${id}, s, g, true from unnest(${sql.param([ada, ngozi])}::bigint[]) s, unnest(${sql.param(made.map((row) => row.id))}::bigint[]) g`);
    await announce(tx, id, resultPublished, told);
    return made;
  });
  expect(parents).toHaveLength(2);
  expect(await sent('results.published')).toEqual([]);

  const registrar = await world.as('registrar');
  const cell = { institution_id: id, event: 'results.published', audience: 'guardian', channel: 'sms' };
  const text = '{school}: results of {student} for {term} are out.';
  const usual = '{school}: the results of {student} for {term}, {session}, are published.';
  const off = { is_on: false, text: usual };
  const refused = await registrar.post('/message-switches/cell', {
    ...cell,
    is_on: 'true',
    text: '{school}: average {average}',
    opened: off,
  });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('There is no field {average}');
  const statement = new URLSearchParams({ ...cell, institution_id: String(id), text });
  const preview = (await registrar.get(`/message-switches/preview?${statement}`)).json() as Record<string, unknown>;
  expect(preview).toMatchObject({ messages: 0, to: null });
  expect(preview['example']).toContain('results of Ada Obi for First Term');
  await registrar.post('/message-switches/cell', { ...cell, is_on: 'true', text, opened: off });

  await world.database.asSystem([id], (tx) => announce(tx, id, resultPublished, told));
  expect(await sent('results.published')).toMatchObject([{ channel: 'sms', recipient: '+2348031110001', needs: null }]);
  expect((await sent('results.published'))[0]!.body).toMatch(
    /: results of (Ada Obi and Ngozi Okafor|Ngozi Okafor and Ada Obi) for First Term are out\.$/,
  );

  // Somebody else changed the text meanwhile.
  const late = await registrar.post('/message-switches/cell', {
    ...cell,
    is_on: 'true',
    text: '{school}: results.',
    opened: off,
  });
  expect(late.statusCode).toBe(409);
  expect((await (await world.as('teacher')).get('/message-switches')).statusCode).toBe(403);
});

test('a birthday is greeted once a year, on 28 February for those born on the 29th, and not without consent', async () => {
  const { id, studentIds } = world.school.ilorin;
  const registrar = await world.as('registrar');
  const usual = 'Happy birthday, {first_name}. {school} wishes you a wonderful year.';
  await registrar.post('/message-switches/cell', {
    institution_id: id,
    event: 'students.birthday',
    audience: 'student',
    channel: 'sms',
    is_on: 'true',
    text: usual,
    opened: { is_on: false, text: usual },
  });
  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`update students set birth_date = '2012-02-29', mobile = '+234803111' || lpad(id::text, 4, '0'), status = 'active'
      where institution_id = ${id} and id in (${studentIds['Ada Obi']}, ${studentIds['Ngozi Okafor']})`),
  );
  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
      select ${id}, 'sms', mobile, 'marketing', 'opted_out', 'reply' from students where id = ${studentIds['Ngozi Okafor']}`),
  );
  const greet = (at: string) => notifyOfBirthdays(world.database, new Date(at));
  await greet('2027-02-28T05:30:00Z');
  expect(await sent('students.birthday')).toEqual([]);
  await greet('2027-02-28T09:30:00Z');
  await greet('2027-02-28T10:30:00Z');
  await greet('2027-03-01T09:30:00Z');
  expect((await sent('students.birthday')).map(({ body }) => body.split('.')[0])).toEqual(['Happy birthday, Ada']);
  await greet('2028-02-28T09:30:00Z');
  expect(await sent('students.birthday')).toHaveLength(1);
  await greet('2028-02-29T09:30:00Z');
  expect(await sent('students.birthday')).toHaveLength(2);
});
