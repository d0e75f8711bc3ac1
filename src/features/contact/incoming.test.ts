import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#kernel/database.ts';
import { startSchool } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { noAnswer } from './answers/answer-question.ts';

const mother = '+2348031112222';
let world: Awaited<ReturnType<typeof startSchool>>;
let secret: string;
let number: string;
beforeAll(async () => {
  world = await startSchool();
  const { id, studentIds } = world.school.ilorin;
  const ict = await world.as('ict_administrator');
  secret = (await ict.post(`/institutions/${id}/delivery-secret`)).json<{ secret: string }>().secret;
  const ada = studentIds['Ada Obi'];
  await bursary(world.database, id).bill(ada, ['2026-01-10', 30_000_00], ['2030-01-10', 5_000_00]);
  number = await world.database.asSystem([id], async (tx) => {
    await tx.execute(sql`with g as (insert into guardians (institution_id, surname, first_name, mobile)
        values (${id}, 'Obi', 'Ngozi', ${mother}) returning id)
      insert into student_guardians (institution_id, student_id, guardian_id) select ${id}, ${ada}, id from g`);
    const [row] = await rowsOf<{ number: string }>(
      tx,
      sql`select admission_number as number from students where id = ${ada}`,
    );
    return row!.number;
  });
});
afterAll(() => world.close());

let last = 0;
function bring(text: string, from = mother, messageId = `m${(last += 1)}`, key = secret) {
  const payload = JSON.stringify({ message_id: messageId, from, text });
  return world.app.inject({
    ...{ method: 'POST', url: `/hooks/${world.school.ilorin.id}/incoming-messages`, payload },
    headers: {
      'content-type': 'application/json',
      'x-akada-signature': createHmac('sha512', key).update(payload).digest('hex'),
    },
  });
}
const ask = <Row>(query: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => rowsOf<Row>(tx, query));
const answers = (to: string) =>
  ask<{ body: string; priority: number; needs: string | null }>(
    sql`select body, priority, needs from outbox where recipient = ${to} order by id`,
  );
const wishes = () =>
  ask<{ blocks: string }>(
    sql`select blocks from contact_wishes where address = ${mother} and ended_at is null order by blocks`,
  );

test('a balance is told to a guardian’s number alone, once it is switched on; everybody else gets one and the same answer', async () => {
  const { id } = world.school.ilorin;
  expect((await bring(`BAL ${number}`, mother, 'x', 'guessed')).statusCode).toBe(401);
  await bring(`BAL ${number}`);
  expect(await answers(mother)).toMatchObject([{ body: noAnswer }]);
  const registrar = await world.as('registrar');
  const saved = await registrar.post('/message-switches', {
    ...{ institution_id: id, due_days: '3', overdue_days: '7', birthday_hour: '8', answers_balance: 'true' },
  });
  expect(saved.statusCode, saved.body).toBe(303);
  await bring(`bal ${number}`, '2348031112222', 'again');
  await bring(`bal ${number}`, '2348031112222', 'again');
  const own = await answers(mother);
  expect(own).toHaveLength(2);
  expect(own[1]).toMatchObject({ priority: 1, needs: 'fees.view' });
  expect(own[1]!.body).toMatch(/: Ada Obi owes NGN 35,000\.00, of which NGN 30,000\.00 is overdue\.$/);
  await bring(`BAL ${number}`, '+2348039990000');
  await bring('BAL 1999/9999');
  await bring(`RESULT ${number} 100000 123456789012`);
  expect((await answers('+2348039990000')).map(({ body }) => body)).toEqual([noAnswer]);
  expect((await answers(mother)).slice(2).map(({ body }) => body)).toEqual([noAnswer, noAnswer]);
  // The sixth question of the hour, and those after it, get no answer.
  await bring(`BAL ${number}`);
  await bring(`BAL ${number}`);
  expect(await answers(mother)).toHaveLength(5);
  const stored = await ask<{ body: string }>(sql`select body from incoming_messages where kind = 'result'`);
  expect(stored.map(({ body }) => body)).toEqual([`RESULT ${number} (with a pin)`]);
});

test('STOP ends marketing, START takes it back, and WRONG blocks the number', async () => {
  await bring('Stop');
  expect(await wishes()).toEqual([{ blocks: 'marketing' }]);
  await bring('START');
  expect(await wishes()).toEqual([]);
  await bring('wrong');
  expect(await wishes()).toEqual([{ blocks: 'everything' }]);
  await bring('START');
  expect(await wishes()).toEqual([]);
});

test('a reply is shown with the people who have the number, and answered by SMS', async () => {
  await bring('When does the term begin?');
  const registrar = await world.as('registrar');
  const { rows } = (await registrar.page('/replies?kind=reply')).props as { rows: { id: number; people: string }[] };
  expect(rows).toMatchObject([{ people: 'Ngozi Obi', body: 'When does the term begin?' }]);
  expect((await (await world.as('teacher')).get('/replies')).statusCode).toBe(403);
  const offa = await world.as('registrar.offa');
  expect((await offa.post(`/replies/${rows[0]!.id}/answer`, { text: 'Monday' })).statusCode).toBe(404);
  await registrar.post(`/replies/${rows[0]!.id}/answer`, { text: 'On Monday.' });
  expect((await answers(mother)).at(-1)).toMatchObject({ body: 'On Monday.' });
});
