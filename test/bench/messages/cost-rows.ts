import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

const count = 200_000;

/** What messages cost: a year of so many, by event, message, network and month. */
export async function costRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { app, client, driver, registrar, school } = site;
  say(`Reading what ${count.toLocaleString('en')} messages cost …`);
  await client.query(
    `with made as (
       insert into messages (institution_id, channel, subject, body, state, queued_at)
       select $1, 'sms', 'Message ' || n, 'News', 'done', now() - n * interval '2 days' from generate_series(1, 180) n
       returning institution_id, id, queued_at)
     insert into outbox (institution_id, channel, recipient, body, event, message_id, state, sent_at, created_at, parts, network, price)
     select $1, 'sms', '+23480' || lpad(n::text, 8, '0'), 'News', case when n % 2 = 0 then 'messages.composed' else 'fees.due' end,
       case when n % 2 = 0 then m.id end, 'delivered', m.queued_at + n * interval '1 second' / 1000, m.queued_at, 1,
       (array['MTN', 'Glo', 'Airtel', '9mobile'])[1 + n % 4], 400 + n % 50
     from made m cross join generate_series(1, $2::int / 180 + 1) n`,
    [school.institutionId, count],
  );
  await client.query('vacuum analyze outbox, messages, message_totals');
  const path = `/message-costs?institution_id=${school.institutionId}`;
  const scripts = [[requestText({ path, headers: registrar.swap })]];
  const drive = { port: app.port, scripts, status: 200 };
  await driver.drive({ ...drive, clients: 1, seconds: 1 });
  const single = await driver.drive({ ...drive, clients: 1, seconds: isQuick ? 1 : 5 });
  return [
    {
      what: `the costs of ${count.toLocaleString('en')} messages, 1 client, p50`,
      value: single.p50,
      unit: 'ms',
      budget: 50,
      note: `p99 ${single.p99.toFixed(0)} ms`,
    },
  ];
}
