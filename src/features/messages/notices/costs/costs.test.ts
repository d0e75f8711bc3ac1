import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMissingListValues } from '#features/records/lookups/check-list-values.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => {
  world = await startSchool();
  const { ilorin, offa, accounts } = world.school;
  for (const { id } of [ilorin, offa])
    await world.database.asSystem([id], (tx) =>
      tx.execute(sql`
        with composed as (insert into messages (institution_id, channel, subject, body, state, account_id)
          values (${id}, 'sms', 'PTA meeting', 'Dear parent', 'done', ${accounts.registrar}) returning id)
        insert into outbox (institution_id, channel, recipient, body, event, message_id, state, sent_at, parts, network, price)
        select ${id}, 'sms', '+2348030000' || to_char(n, 'FM000'), 'Hello', case when n % 4 = 0 then 'fees.due' else 'messages.composed' end,
          case when n % 4 > 0 then composed.id end, case when n = 7 then 'queued' else 'delivered' end,
          -- Before midnight in Lagos, which is an hour ahead: the last day of September there, not the first of October.
          case when n = 7 then null when n = 8 then timestamptz '2026-09-30 22:30:00Z' else timestamptz '2026-09-30 23:30:00Z' end,
          1, case when n % 2 = 0 then 'MTN' else 'Airtel' end, 400
        from composed, generate_series(1, 12) n`),
    );
});
afterAll(() => world?.close());

test('costs by message, department and network of a month on the school’s clock; each figure opens its rows', async () => {
  const registrar = await world.as('registrar');
  const { props } = await registrar.page('/message-costs?month=2026-10');
  expect(props.total).toEqual({ recipients: 10, parts: 10, price: 4000, unpriced: 0 });
  expect(props.messages).toMatchObject([
    { event: 'messages.composed', title: 'PTA meeting', recipients: 8, price: 3200 },
    { event: 'fees.due', messageId: null, recipients: 2, price: 800 },
  ]);
  expect(props.networks).toMatchObject([
    { name: 'Airtel', recipients: 5 },
    { name: 'MTN', recipients: 5 },
  ]);
  expect(props.departments).toMatchObject([{ name: null, recipients: 10 }]);
  const rowsOf = async (query: string) =>
    (await registrar.page(`/message-costs/sent?month=2026-10${query}`)).props.rows.length;
  expect(await Promise.all(['', '&event=fees.due', '&network=MTN', '&department=-'].map(rowsOf))).toEqual([
    10, 2, 5, 10,
  ]);
  expect((await registrar.page('/message-costs?month=2026-09')).props.total).toMatchObject({ recipients: 1 });

  await world.database.asSystem([world.school.ilorin.id], async (tx) => {
    await addMissingListValues(tx, world.school.ilorin.id, 'departments', ['Registry']);
    await tx.execute(sql`update messages m set department_id = d.id from departments d
      where d.institution_id = m.institution_id and d.name = 'Registry'`);
    await tx.execute(
      sql`insert into message_settings (institution_id, budget_month) values (${world.school.ilorin.id}, 500000)`,
    );
  });
  const later = (await registrar.page('/message-costs?month=2026-10')).props;
  expect(later).toMatchObject({ budget: 500_000, departments: [{ name: 'Registry', recipients: 8 }, { name: null }] });
  expect(await Promise.all(['&department=Registry', '&department=-'].map(rowsOf))).toEqual([8, 2]);

  const file = await registrar.get('/message-costs/export.csv');
  expect(file.body).toMatch(/2026-10,Ilorin Grammar School,Composed message,PTA meeting,Registry,/);
  expect(file.body).not.toContain('Offa');
  expect((await registrar.get('/message-costs?month=october')).statusCode).toBe(400);
  expect((await (await world.as('teacher')).get('/message-costs')).statusCode).toBe(403);
});
