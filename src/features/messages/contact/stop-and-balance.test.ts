import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { mostToOne } from '#kernel/messages/visitor-messages.ts';
import { startSchool } from '#test/harness/app.ts';
import { howToAsk, noAnswer } from './answers/answer-question.ts';
import { stopAnswers } from './incoming/receive-incoming.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let id: number;
let secret: string;
beforeAll(async () => {
  world = await startSchool();
  id = world.school.ilorin.id;
  const made = await (
    await world.as('owner')
  ).post(`/institutions/${id}/webhook-secret`, {
    machine: 'incoming-messages',
  });
  ({ secret } = made.json<{ secret: string }>());
});
afterAll(() => world.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([id], (tx) => query<Row>(tx, statement));
let last = 0;
async function bring(text: string, from: string) {
  const payload = JSON.stringify({ message_id: `m${(last += 1)}`, from, text });
  const answer = await world.app.inject({
    method: 'POST',
    url: `/hooks/${id}/incoming-messages`,
    payload,
    headers: {
      'content-type': 'application/json',
      'x-akada-signature': createHmac('sha512', secret).update(payload).digest('hex'),
    },
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}
const answers = async (to: string) =>
  (
    await ask<{ body: string }>(
      sql`select body from outbox where recipient = ${to} and event like 'contact.%' order by id`,
    )
  ).map(({ body }) => body.replace('Ilorin Grammar School: ', ''));
const addGuardian = (mobile: string) =>
  ask(
    sql`insert into guardians (institution_id, surname, first_name, mobile) values (${id}, 'Obi', 'Ngozi', ${mobile})`,
  );
const writeTo = (number: string) =>
  ask(sql`insert into outbox (institution_id, channel, recipient, body, event, state)
    values (${id}, 'sms', ${number}, 'School resumes.', 'messages.composed', 'sent')`);

test('BALANCE or RESULT without a number is answered with how to ask, within the limits, where such questions are answered', async () => {
  const [mother, stranger] = ['+2348031112231', '+2348031112232'];
  await addGuardian(mother);
  await bring('BALANCE', mother);
  expect(await answers(mother)).toEqual([]);
  await ask(sql`insert into contact_settings (institution_id, answers_balance) values (${id}, true)
    on conflict (institution_id) do update set answers_balance = true`);
  await bring('Balance?', mother);
  await bring('BAL please', mother);
  await bring('RESULT', mother);
  await bring('BALANCE', stranger);
  expect([await answers(mother), await answers(stranger)]).toEqual([[howToAsk.balance, howToAsk.balance], []]);
  await ask(sql`update contact_settings set answers_result = true where institution_id = ${id}`);
  await bring('Result', mother);
  expect((await answers(mother)).at(-1)).toBe(howToAsk.result);
  expect(mostToOne.hour).toBe(3);
  await bring('BAL', mother);
  expect(await answers(mother)).toHaveLength(3);
  const other = '+2348031112233';
  await addGuardian(other);
  await bring('BAL 1999/9999', other);
  expect(await answers(other)).toEqual([noAnswer]);
});

test('an answer that the credit does not cover is not sent', async () => {
  const mother = '+2348031112234';
  await addGuardian(mother);
  await ask(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on, place, balance, balance_unit)
    values (${id}, 'sms', 'http', '', true, 1, 3, 'NGN')`);
  await ask(
    sql`insert into message_prices (institution_id, prefix, network, price) values (${id}, '+234803', 'MTN', 400)`,
  );
  await writeTo(mother);
  await bring('BALANCE', mother);
  await bring('Stop sending these', mother);
  await bring('STOP', mother);
  expect(await answers(mother)).toEqual([]);
  await ask(sql`delete from message_providers where institution_id = ${id}`);
});

test('after STOP the parent learns once what still comes; a sentence that begins with STOP is asked about and reaches people', async () => {
  const [mother, stranger] = ['+2348031112235', '+2348031112236'];
  await writeTo(mother);
  const wishes = () => ask(sql`select blocks from contact_wishes where address = ${mother} and ended_at is null`);
  await bring('Stop sending me messages please', mother);
  expect([await answers(mother), await wishes()]).toEqual([[stopAnswers.asked()], []]);
  expect(
    await ask(sql`select kind, read_at from incoming_messages where address = ${mother} order by id desc limit 1`),
  ).toEqual([{ kind: 'reply', read_at: null }]);
  await bring('STOP', mother);
  await bring('STOP', mother);
  expect([await answers(mother), await wishes()]).toEqual([
    [stopAnswers.asked(), stopAnswers.stopped('SMS')],
    [{ blocks: 'marketing' }],
  ]);
  for (const text of ['STOP', 'Stop it']) await bring(text, stranger);
  expect(await answers(stranger)).toEqual([]);
});
