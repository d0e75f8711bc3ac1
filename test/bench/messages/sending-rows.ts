import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { connect } from '#kernel/database.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { createSender } from '#features/records/sending/sender/sender.ts';
import { startFakeSenders } from '#test/harness/fake-senders.ts';
import { addProvider } from '#test/harness/sending-school.ts';
import { residentOf } from '../processes.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

/** Sending through a provider that takes 50 ms an answer, and the delivery reports of what was sent. */
export async function sendingRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { appUrl, client, school } = site;
  const { institutionId } = school;
  const secret = Buffer.from(site.secret, 'hex');
  const database = connect({ url: appUrl, max: 4 });
  const fake = await startFakeSenders();
  fake.settings.delay = 50;
  const within = <T>(work: Parameters<typeof database.asSystem<T>>[1]) => database.asSystem([institutionId], work);
  try {
    await within((tx) => addProvider(tx, secret, { institutionId, kind: 'http', settings: fake.generic }));
    await within((tx) =>
      replaceSecret(tx, secret, { institutionId, machine: 'message-termii' }, 'a secret of the benchmark'),
    );
    const count = isQuick ? 1000 : 6000;
    const waiting = await queue(site, count);
    say(`Sending ${count.toLocaleString('en')} messages through a provider of 50 ms …`);
    const services = { database, secret, providers: fake.network };
    const sender = createSender(services, (error) => console.error(error));
    const memory: number[] = [];
    const watch = setInterval(() => memory.push(residentOf(process.pid) ?? 0), 250);
    const from = performance.now();
    await sender.sendDue();
    const seconds = (performance.now() - from) / 1000;
    clearInterval(watch);
    await sender.stop();
    const { rows } = await client.query<{ id: string }>(
      `select provider_message_id as id from outbox where institution_id = $1 and message_id = $2 and state = 'sent' order by id`,
      [institutionId, waiting],
    );
    if (rows.length !== count || fake.arrived.length !== count)
      throw new Error(`${rows.length} of ${count} were sent, and ${fake.arrived.length} arrived.`);
    // The first quarter loads the provider's code and fills what is kept.
    const early = Math.max(...memory.slice(0, Math.ceil(memory.length / 4)));
    const late = Math.max(...memory.slice(Math.ceil(memory.length / 4)));
    return [
      {
        what: 'messages per second through a provider of 50 ms',
        value: count / seconds,
        unit: 'a second',
        budget: 100,
        atLeast: true,
        note: `at most ${fake.busiest.most} at once; memory ${early.toFixed(0)} MB in the first quarter, at most ${late.toFixed(0)} MB later`,
      },
      ...(await reported(
        site,
        rows.map(({ id }) => id),
      )),
    ];
  } finally {
    await fake.close();
    await within((tx) => tx.execute(sql`update message_providers set is_on = false`));
    await database.close();
  }
}

/** Rows of one message, as its queueing writes them. */
async function queue({ client, school }: Site, count: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `insert into messages (institution_id, channel, body, state) values ($1, 'sms', 'News', 'sending') returning id`,
    [school.institutionId],
  );
  const id = Number(rows[0]!.id);
  await client.query(
    `insert into outbox (institution_id, channel, recipient, body, event, priority, message_id, state, parts, network, price)
     select $1::int, 'sms', '+23480' || lpad(n::text, 8, '0'), 'The school closes at noon tomorrow, guardian ' || n, 'messages.composed', 5, $2,
       'queued', 1, 'MTN', 400 from generate_series(1, $3::int) n`,
    [school.institutionId, id, count],
  );
  return id;
}

async function reported({ app, driver, school }: Site, ids: string[]): Promise<Row[]> {
  const script = ids.map((id) => {
    const body = JSON.stringify({ type: 'outbound', message_id: id, status: 'DELIVERED' });
    return requestText({
      method: 'POST',
      path: `/hooks/${school.institutionId}/message-termii`,
      body,
      headers: {
        'content-type': 'application/json',
        'x-termii-signature': createHmac('sha512', 'a secret of the benchmark').update(body).digest('hex'),
      },
    });
  });
  say('Reporting what was delivered …');
  const clients = 16;
  const drive = { port: app.port, clients, seconds: 120, status: 200 };
  const warm = script.splice(0, Math.ceil(script.length / 6));
  await driver.drive({ ...drive, scripts: [warm], atMost: warm.length });
  const driven = await driver.drive({ ...drive, scripts: [script], atMost: script.length });
  return [
    {
      what: 'delivery reports a second, 16 at once',
      value: driven.requests / (driven.took / 1000),
      unit: 'a second',
      budget: 500,
      atLeast: true,
    },
    { what: 'a delivery report, 16 at once, p99', value: driven.p99, unit: 'ms', budget: 50 },
  ];
}
