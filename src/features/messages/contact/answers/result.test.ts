import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHmac } from 'node:crypto';
import { query } from '#kernel/database.ts';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import { startSchool } from '#test/harness/app.ts';
import { soldPins } from '#test/harness/sold-pins.ts';
import { noAnswer } from './answer-question.ts';

/* JSS 1 A, English alone: Ada Obi 71, Tunde Bakare 64.5, published. Result pins have two views. */
const [ada, tunde, stranger] = ['+2348031113333', '+2348031114444', '+2348031115555'];
let world: Awaited<ReturnType<typeof startSchool>>;
let secret: string;
let pins: { pin_serial: string; pin_secret: string }[];
const numbers: Record<string, string> = {};
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Row>(tx, statement));
beforeAll(async () => {
  world = await startSchool();
  const { id, courseIds, studentIds, batchIds } = world.school.ilorin;
  const batchId = (batchIds as Record<string, number>)['JSS 1 A']!;
  const english = courseIds.ENG!;
  await world.database.asSystem([id], (tx) => addSampleScheme(tx, id));
  await ask(
    sql`insert into course_offerings (institution_id, batch_id, course_id) values (${id}, ${batchId}, ${english})`,
  );
  for (const [name, mobile] of [
    ['Ada Obi', ada],
    ['Tunde Bakare', tunde],
  ] as const)
    await ask(sql`with g as (insert into guardians (institution_id, surname, first_name, mobile)
        values (${id}, ${name.split(' ')[1]}, 'Mother', ${mobile}) returning id)
      insert into student_guardians (institution_id, student_id, guardian_id) select ${id}, ${studentIds[name]}, id from g`);
  for (const { name, number } of await ask<{ name: string; number: string }>(
    sql`select first_name as name, admission_number as number from students`,
  ))
    numbers[name] = number;
  const [term] = await ask<{ id: number }>(sql`select id::int as id from terms where is_current`);
  const registrar = await world.as('registrar');
  const principal = await world.as('principal');
  await registrar.post('/mark-sheets', { termId: term!.id, batchIds: [batchId], dueOn: '' });
  const [sheet] = await ask<{ id: number }>(sql`select id::int as id from mark_sheets`);
  const cells = [
    ['Ada Obi', 3000, 4100],
    ['Tunde Bakare', 2450, 4000],
    ['Chidi Eze', 'absent', 'absent'],
  ].flatMap(([name, paper, examination]) =>
    Object.entries({ test: paper, examination }).map(([component, entry]) => ({
      studentId: (studentIds as Record<string, number>)[name as string]!,
      component,
      entry,
      was: null,
    })),
  );
  await registrar.post(`/mark-sheets/${sheet!.id}/courses/${english}/marks`, { cells });
  await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] });
  await principal.post('/mark-sheets/approve', { ids: [sheet!.id] });
  expect((await principal.post('/mark-sheets/publish', { ids: [sheet!.id] })).statusCode).toBe(303);
  pins = await soldPins(world, 4, 'result');
  const owner = await world.as('owner');
  const made = await owner.post(`/institutions/${id}/webhook-secret`, { machine: 'incoming-messages' });
  secret = made.json<{ secret: string }>().secret;
});
afterAll(() => world.close());

let last = 0;
const said = `Ilorin Grammar School: ${noAnswer}`;
/** What comes back for a text; undefined if nothing does. */
async function say(text: string, from: string): Promise<string | undefined> {
  const payload = JSON.stringify({ message_id: `m${(last += 1)}`, from, text });
  // Each question on a day of its own: a number gets three answers an hour.
  await ask(sql`update outbox set created_at = created_at - interval '1 day' where visitor_contact is not null`);
  const [before] = await ask<{ id: number }>(sql`select coalesce(max(id), 0)::int as id from outbox`);
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/hooks/${world.school.ilorin.id}/incoming-messages`,
    payload,
    headers: {
      'content-type': 'application/json',
      'x-akada-signature': createHmac('sha512', secret).update(payload).digest('hex'),
    },
  });
  expect(statusCode).toBe(200);
  const made = await ask<{ body: string; recipient: string; needs: string | null }>(
    sql`select body, recipient, needs from outbox where id > ${before!.id}`,
  );
  expect(made.length).toBeLessThan(2);
  if (made[0]) expect(made[0].recipient).toBe(from);
  if (made[0] && made[0].body !== said) expect(made[0].needs).toBe('results.view');
  return made[0]?.body;
}
const anHourLater = () => ask(sql`update incoming_messages set received_at = received_at - interval '61 minutes'`);
const views = async (at: number) => {
  const [row] = await ask<{ n: number }>(sql`select views_used as n from pins where serial = ${pins[at]!.pin_serial}`);
  return row!.n;
};

test('a published result is told in one part to the number of a guardian who sends a pin, with or without its serial number', async () => {
  const { id } = world.school.ilorin;
  const [first, second, third] = pins as [(typeof pins)[0], (typeof pins)[0], (typeof pins)[0]];
  expect(await say(`RESULT ${numbers['Ada']} ${first.pin_secret}`, ada!)).toBeUndefined();
  const registrar = await world.as('registrar');
  const settings = { institution_id: id, due_days: '3', overdue_days: '7', birthday_hour: '8' };
  expect((await registrar.post('/message-switches', { ...settings, answers_result: 'true' })).statusCode).toBe(303);

  const told = await say(`RESULT ${numbers['Ada']} ${first.pin_serial} ${first.pin_secret}`, ada!);
  expect(told).toMatch(/: Ada Obi First Term 2026\/2027: average 71\.00, position 1 of \d, 1 of 1 passed\.$/);
  expect(segmentsOf(told!)).toMatchObject({ parts: 1, encoding: 'GSM-7' });
  // Again within half an hour is the same view.
  expect(await say(`result ${numbers['Ada']!.toLowerCase()} ${first.pin_secret}`, ada!)).toBe(told);
  expect(await views(0)).toBe(1);
  const spaced = second.pin_secret.replace(/(....)(....)/, '$1 $2-');
  expect(await say(`Result ${numbers['Tunde']} ${spaced}`, tunde!)).toContain('Tunde Bakare First Term');
  expect(await views(1)).toBe(1);

  await anHourLater();
  // Another guardian's number, a number of nobody, another child's pin, a wrong pin, and no pin at all.
  expect(await say(`RESULT ${numbers['Ada']} ${third.pin_secret}`, tunde!)).toBe(said);
  expect(await say(`RESULT ${numbers['Ada']} ${third.pin_serial} ${third.pin_secret}`, stranger!)).toBeUndefined();
  expect(await views(2)).toBe(0);
  expect(await say(`RESULT ${numbers['Ada']} ${second.pin_serial} ${second.pin_secret}`, ada!)).toBe(said);
  expect(await say(`RESULT ${numbers['Ada']} ${third.pin_serial} 000000000000`, ada!)).toBe(said);
  expect(await say(`RESULT ${numbers['Ada']} 000000000000`, ada!)).toBe(said);
  expect(await say(`RESULT ${numbers['Ada']}`, ada!)).toBe(said);
  // Wrong pins are counted like those of the public page; who may not ask tries none.
  expect(await ask(sql`select outcome, address from pin_tries where outcome <> 'right' order by id`)).toEqual([
    { outcome: 'wrong', address: ada },
    ...Array(2).fill({ outcome: 'unknown', address: ada }),
  ]);
  // The sixth question of the hour gets no answer, and its pin is not tried.
  expect(await say(`RESULT ${numbers['Ada']} ${third.pin_secret}`, ada!)).toContain('Ada Obi First Term');
  expect(await say(`RESULT ${numbers['Ada']} ${third.pin_secret}`, ada!)).toBeUndefined();
  const kept = await ask<{ body: string }>(sql`select distinct body from incoming_messages order by body`);
  expect(kept.map(({ body }) => body)).toEqual(
    [...new Set(kept.map(({ body }) => body))].filter((body) => /^RESULT \S+ \(with a pin\)$/.test(body)),
  );

  await anHourLater();
  await ask(sql`update roles set permissions = array_remove(permissions, 'results.viewSelf') where key = 'guardian'`);
  expect(await say(`RESULT ${numbers['Ada']} ${third.pin_secret}`, ada!)).toBe(said);
});
