import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { eventRecipients } from '#kernel/messages/event-recipients.ts';
import type { MessageEvent } from '#kernel/messages/events.ts';
import { studentAbsent } from '#features/teaching/attendance/attendance.events.ts';
import { paymentReceived } from '#features/money/payments/payments.events.ts';
import { resultPublished } from '#features/results/results/results.events.ts';
import { startSchool } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { notifyOfDues } from './jobs/notify-of-dues.job.ts';
import { notifyOfMoney } from './jobs/notify-of-money.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let institutionId: number;
let ada: number;
let office: ReturnType<typeof bursary>;
const parents = '+2348031110001';
const aunt = '+2348031110002';

/** Ada's parents share a number, an aunt pays too and is blocked, and an uncle pays nothing. */
beforeAll(async () => {
  world = await startSchool();
  ({ id: institutionId } = world.school.ilorin);
  ada = world.school.ilorin.studentIds['Ada Obi'];
  office = bursary(world.database, institutionId);
  await ask(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile) values
        (${institutionId}, 'Obi', 'Mama', ${parents}), (${institutionId}, 'Obi', 'Papa', ${parents}),
        (${institutionId}, 'Obi', 'Aunt', ${aunt}), (${institutionId}, 'Obi', 'Uncle', '+2348031110003')
      returning id, first_name)
    insert into student_guardians (institution_id, student_id, guardian_id, pays_fees, receives_sms, position)
    select ${institutionId}, ${ada}, id, first_name <> 'Uncle', true, row_number() over (order by id) - 1 from g`);
  await ask(sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
    values (${institutionId}, 'sms', ${aunt}, 'everything', 'opted_out', 'person')`);
});
afterAll(() => world.close());
beforeEach(() => ask(sql`delete from message_switches where institution_id = ${institutionId}`));

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([institutionId], (tx) => query<Row>(tx, statement));
const turn = async (events: string[], isOn: boolean) => {
  const registrar = await world.as('registrar');
  const { groups } = (await registrar.page('/message-switches')).props as {
    groups: { events: { key: string; cells: { audience: string; channel: string; text: string }[] }[] }[];
  };
  for (const event of events) {
    const { cells } = groups.flatMap((group) => group.events).find(({ key }) => key === event)!;
    const { text } = cells.find(({ audience, channel }) => audience === 'guardian' && channel === 'sms')!;
    const saved = await registrar.post('/message-switches/cell', {
      institution_id: institutionId,
      event,
      audience: 'guardian',
      channel: 'sms',
      text,
      is_on: isOn ? 'true' : '',
      opened: { is_on: !isOn, text },
    });
    expect(saved.statusCode, saved.body).toBe(303);
  }
};
const told = (event: string) =>
  ask<{ recipient: string; state: string; body: string; needs: string }>(
    sql`select recipient, state, body, needs from outbox where event = ${event} order by id`,
  );
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('an invoice and a payment are told once to those who pay, from the moment they are switched on', async () => {
  const tell = () => Promise.all([notifyOfMoney(world.database), notifyOfMoney(world.database)]);
  const events = ['fees.invoice', 'payments.received'];
  await office.bill(ada, [day(30), 10_000_00]);
  await tell();
  await turn(events, true);
  await office.bill(ada, [day(60), 45_000_00]);
  await office.pay(ada, 20_000_00, day(0));
  await tell();
  await tell();
  const [invoice, ...others] = await told('fees.invoice');
  expect(invoice).toMatchObject({ recipient: parents, state: 'kept', needs: 'fees.view' });
  expect(invoice!.body).toMatch(/: School fees of NGN 45,000\.00 for Ada Obi is due on .* INV-/);
  expect(others).toMatchObject([{ recipient: aunt, state: 'stopped' }]);
  const [payment, ...rest] = await told('payments.received');
  expect(payment).toMatchObject({ recipient: parents, state: 'kept', needs: 'fees.view' });
  expect(payment!.body).toMatch(/ received NGN 20,000\.00 for Ada Obi on .* Balance NGN 35,000\.00\. Thank you\.$/);
  expect(rest).toMatchObject([{ recipient: aunt, state: 'stopped' }]);
  await turn(events, false);
  await office.bill(ada, [day(60), 1_000_00]);
  await tell();
  expect([await told('fees.invoice'), await told('payments.received')].flat()).toHaveLength(4);
});

test('payment, result and absence go by SMS to guardians who receive SMS about the student, as composed messages do', async () => {
  const tunde = world.school.ilorin.studentIds['Tunde Bakare'];
  const [payer, caller] = ['+2348031110021', '+2348031110022'];
  await ask(sql`delete from student_guardians where institution_id = ${institutionId} and student_id = ${tunde}`);
  await ask(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile, email) values
        (${institutionId}, 'Bakare', 'Payer', ${payer}, 'payer@bakare.ng'), (${institutionId}, 'Bakare', 'Caller', ${caller}, null)
      returning id, first_name)
    insert into student_guardians (institution_id, student_id, guardian_id, pays_fees, receives_sms, position)
    select ${institutionId}, ${tunde}, id, first_name = 'Payer', first_name = 'Caller', row_number() over (order by id) - 1 from g`);
  const wanted: { audience: 'guardian'; channel: 'sms' | 'email' }[] = [
    { audience: 'guardian', channel: 'sms' },
    { audience: 'guardian', channel: 'email' },
  ];
  const reached = (event: MessageEvent) =>
    world.database.asSystem([institutionId], async (tx) =>
      (await eventRecipients(tx, institutionId, event, { wanted, studentIds: [tunde], employeeIds: [] })).map(
        ({ address }) => address,
      ),
    );
  for (const event of [resultPublished, studentAbsent])
    expect((await reached(event)).toSorted()).toEqual([caller, 'payer@bakare.ng']);
  // The payer gets the e-mail; nobody who pays receives SMS, so it goes to the first who does.
  expect((await reached(paymentReceived)).toSorted()).toEqual([caller, 'payer@bakare.ng']);
  await ask(
    sql`update student_guardians set receives_sms = false where institution_id = ${institutionId} and student_id = ${tunde}`,
  );
  for (const event of [resultPublished, studentAbsent, paymentReceived])
    expect(await reached(event)).toEqual(['payer@bakare.ng']);
  const registrar = await world.as('registrar');
  const { leftOut } = (
    await registrar.post('/messages/preview', {
      institution_id: institutionId,
      channel: 'sms',
      purpose: 'service',
      subject: '',
      body: 'Come.',
      audience: { of: 'guardians', by: [{ kind: 'students', ids: [tunde] }] },
    })
  ).json();
  expect(leftOut).toEqual({ no_sms: 2 });
});

test('each instalment is told of once before it is due and once when it is overdue', async () => {
  const events = ['fees.due', 'fees.overdue'];
  const ngozi = world.school.ilorin.studentIds['Ngozi Okafor'];
  await ask(sql`insert into student_guardians (institution_id, student_id, guardian_id, pays_fees, receives_sms)
    select ${institutionId}, ${ngozi}, id, true, true from guardians where mobile = ${parents}`);
  await office.bill(ngozi, [day(-9), 5_000_00], [day(2), 7_000_00], [day(20), 9_000_00]);
  await notifyOfDues(world.database);
  expect(await told('fees.due')).toEqual([]);
  await turn(events, true);
  await Promise.all([notifyOfDues(world.database), notifyOfDues(world.database)]);
  await notifyOfDues(world.database);
  const bodies = async (event: string) => (await told(event)).map(({ recipient, body }) => [recipient, body]);
  expect(await bodies('fees.due')).toEqual([
    [parents, expect.stringMatching(/NGN 7,000\.00 of School fees for Ngozi Okafor is due on/)],
  ]);
  expect(await bodies('fees.overdue')).toEqual([
    [parents, expect.stringMatching(/NGN 5,000\.00 of School fees for Ngozi Okafor was due on/)],
  ]);
  await turn(events, false);
  await ask(sql`delete from told_events where institution_id = ${institutionId}`);
  await notifyOfDues(world.database);
  expect([...(await told('fees.due')), ...(await told('fees.overdue'))]).toHaveLength(2);
});
