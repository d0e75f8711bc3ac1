import { setTimeout as wait } from 'node:timers/promises';
import { readKey } from '../../bin/backup/secret-key.ts';
import { openDatabase, type Tx } from '#kernel/database.ts';
import type { Site } from '#test/faults/site.ts';
import { patiently } from '#test/faults/verdict/judge.ts';
import type { FakeSenders } from '#test/harness/fake-senders.ts';
import { addProvider } from '#test/harness/sending-school.ts';

const within = 180_000;
const marked = `body like 'Message F%'`;

/** A provider that takes idempotency keys, for the SMS of a school. */
export const openSender = (site: Site, institutionId: number, fake: FakeSenders) =>
  patiently(site.ownerUrl(), async (client) => {
    const tx = openDatabase(client) as unknown as Tx;
    const { secret } = readKey({ dataFolder: site.dataFolder });
    await addProvider(tx, secret, { institutionId, kind: 'http', settings: fake.generic });
  });

/**
 * Waits until everything composed was sent, also what a dead server had in hand. Says who did not get a message exactly
 * once at the provider, and which messages do not say that they are done.
 */
export async function finishMessages(site: Site, fake: FakeSenders): Promise<string[]> {
  fake.settings.delay = 0;
  fake.faults.splice(0);
  for (const end = Date.now() + within; Date.now() < end; await wait(500)) {
    const open = await patiently(site.ownerUrl(), async (client) => {
      // As if the pauses between attempts were over.
      await client.query(`update outbox set next_at = now() where state = 'queued' and next_at > now() and ${marked}`);
      // A lease lasts a minute, and a batch far less: who took it ten seconds ago is dead.
      await client.query(
        `update outbox set leased_until = now() where state = 'sending' and leased_until < now() + interval '50 seconds' and ${marked}`,
      );
      const { rows } = await client.query(
        `select 1 from outbox where ${marked} and state in ('queued', 'sending')
         union all select 1 from messages where ${marked} and state <> 'done' limit 1`,
      );
      return rows.length > 0;
    });
    if (!open) break;
  }
  const times = Map.groupBy(fake.arrived, ({ to, text }) => `${to} ${text}`);
  return patiently(site.ownerUrl(), async (client) => {
    const { rows } = await client.query<{ id: string; state: string; recipient: string; body: string }>(
      `select id, state, recipient, body from outbox where ${marked} order by id`,
    );
    const { rows: messages } = await client.query<{ id: string; state: string }>(
      `select id, state from messages where ${marked} and state <> 'done'`,
    );
    const wrong = rows.flatMap(({ id, state, recipient, body }) => {
      const arrived = times.get(`${recipient} ${body}`)?.length ?? 0;
      times.delete(`${recipient} ${body}`);
      return state === 'sent' && arrived === 1 ? [] : [`outbox ${id} is ${state} and arrived ${arrived} times`];
    });
    const strangers = [...times.keys()].filter((one) => one.includes(' Message F'));
    return [
      ...wrong.slice(0, 20),
      ...strangers.map((one) => `${one} arrived and is not in the outbox`).slice(0, 20),
      ...messages.map(({ id, state }) => `message ${id} is ${state}, and nothing of it waits`),
    ];
  });
}
