import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { announceDue } from './announce-notices.job.ts';

const families = 500;
/** In kobo: ₦20,000 for all of them. */
const smsPrice = 4000;
let world: Awaited<ReturnType<typeof startSchool>>;
let institutionId: number;
let registrar: Browser;
let owner: Browser;
beforeAll(async () => {
  world = await startSchool();
  institutionId = world.school.ilorin.id;
  [registrar, owner] = await Promise.all([world.as('registrar'), world.as('owner')]);
  for (const channel of ['sms', 'email'])
    await owner.post('/message-switches/cell', {
      institution_id: institutionId,
      event: 'notices.published',
      audience: 'guardian',
      channel,
      is_on: 'true',
      text: '{title}',
      opened: { is_on: false, text: '{school}: {title}. {summary}' },
    });
  // Half of them have an e-mail address too.
  await ask(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile, email)
        select ${institutionId}, 'Obi', 'Parent' || n, '+23480300' || lpad(n::text, 5, '0'), case n % 2 when 0 then 'p' || n || '@example.ng' end
        from generate_series(1, ${families}) n returning id)
    insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
    select ${institutionId}, ${world.school.ilorin.studentIds['Ada Obi']}, id, true from g`);
  await ask(
    sql`insert into message_prices (institution_id, prefix, network, price) values (${institutionId}, '+234803', 'MTN', ${smsPrice})`,
  );
});
afterAll(() => world.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([institutionId], (tx) => query<Row>(tx, statement));
const add = async (title: string, more: object = {}) => {
  const added = await registrar.post('/notices', {
    institutionId,
    title,
    body: 'School resumes.',
    fromDay: '2026-01-05',
    toGuardians: 'true',
    ...more,
  });
  return Number(String(added.headers.location).match(/\d+/)![0]);
};
const announcement = async (id: number, who = registrar) => (await who.get(`/notices/${id}/announcement`)).json();
const publish = (id: number, who = registrar, more: object = {}) => who.post(`/notices/${id}/publish`, more);
const written = (title: string) =>
  ask<{ channel: string; messages: number; price: number }>(
    sql`select channel, count(*)::int as messages, coalesce(sum(price), 0)::int as price from outbox
      where event = 'notices.published' and body = ${title} group by 1 order by 1 desc`,
  );
/** Folake of the school has the number of one of them. */
const sms = families;

test('before a notice is published it says whom it notifies and what that costs, as it is then written', async () => {
  const id = await add('Open session');
  const before = await announcement(id);
  expect(before).toMatchObject({
    when: 'now',
    users: 1,
    wasTold: false,
    currency: 'NGN',
    shortage: null,
    mayOverspend: false,
    channels: [
      { channel: 'sms', messages: sms, parts: sms, price: sms * smsPrice, unpriced: 0, isKept: true },
      { channel: 'email', messages: families / 2, price: 0, unpriced: 0, isKept: true },
    ],
  });
  expect((await (await world.as('teacher')).get(`/notices/${id}/announcement`)).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).get(`/notices/${id}/announcement`)).statusCode).toBe(404);
  expect((await publish(id)).statusCode).toBe(303);
  expect(await written('Open session')).toEqual(
    before.channels.map(({ channel, messages, price }: { channel: string; messages: number; price: number }) => ({
      channel,
      messages,
      price,
    })),
  );
  await registrar.post(`/notices/${id}/withdraw`);
  expect(await announcement(id)).toMatchObject({ wasTold: true, channels: [], users: 1 });
  const ended = await add('Over', { untilDay: '2026-01-06' });
  expect(await announcement(ended)).toMatchObject({ when: 'never', users: 0, channels: [] });
});

test('a notice whose SMS the credit cannot pay is published by someone who may overspend and says so', async () => {
  await ask(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on, balance, balance_unit)
    values (${institutionId}, 'sms', 'http', '', true, 19999.99, 'NGN')`);
  const id = await add('Sports day');
  const words = 'This costs ₦20,000.00, and ₦19,999.99 is left at the provider.';
  expect(await announcement(id)).toMatchObject({ shortage: words, mayOverspend: false });
  const refused = await publish(id, registrar, { is_anyway: 'true' });
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { price: `${words} Ask a colleague who can exceed the budget.` },
  ]);
  expect((await registrar.page(`/notices/${id}`)).props.notice.state).toBe('draft');
  expect((await publish(id, owner)).json().errors.price).toContain('Tick “Send anyway”');
  expect(await written('Sports day')).toEqual([]);
  expect((await publish(id, owner, { is_anyway: 'true' })).statusCode).toBe(303);
  expect(await written('Sports day')).toMatchObject([{ channel: 'sms', messages: sms }, { channel: 'email' }]);
  await ask(sql`update outbox set state = 'sent' where institution_id = ${institutionId} and state = 'queued'`);
});

test('a notice of a later day is written that morning if the credit still covers it; otherwise its author is told', async () => {
  const credit = (naira: number) => ask(sql`update message_providers set balance = ${naira}`);
  const begin = async (id: number) => {
    await ask(sql`update notices set from_day = '2026-02-01' where id = ${id}`);
    await announceDue(world.database);
  };
  await credit(20_000);
  const poor = await add('Poor', { fromDay: '2099-02-01' });
  expect(await announcement(poor)).toMatchObject({ when: 'later', shortage: null });
  await publish(poor);
  expect(await written('Poor')).toEqual([]);
  await credit(10);
  await begin(poor);
  expect(await written('Poor')).toEqual([]);
  const told = () =>
    ask<{ title: string; href: string }>(sql`select title, href from notifications where kind = 'notices.notWritten'`);
  expect(await told()).toEqual([{ title: 'SMS and e-mails about Poor were not sent', href: `/notices/${poor}` }]);
  // Published again, it is written.
  await credit(20_000);
  await registrar.post(`/notices/${poor}/withdraw`);
  expect((await publish(poor)).statusCode).toBe(303);
  expect(await written('Poor')).toMatchObject([{ channel: 'sms', messages: sms }, { channel: 'email' }]);
  await ask(sql`update outbox set state = 'sent' where institution_id = ${institutionId} and state = 'queued'`);

  // Who overspends at publication has decided for that morning too.
  await credit(10);
  const bold = await add('Bold', { fromDay: '2099-02-01' });
  expect((await publish(bold, owner, { is_anyway: 'true' })).statusCode).toBe(303);
  await begin(bold);
  expect(await written('Bold')).toMatchObject([{ channel: 'sms', messages: sms }, { channel: 'email' }]);
  expect(await told()).toHaveLength(1);
});
