import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { ProviderChannel, ProviderKind, ProviderSettings } from '#kernel/messages/providers/provider.ts';
import { sealSettings } from '#features/records/sending/keys.ts';
import { createSender } from '#features/records/sending/sender/sender.ts';
import type { SenderServices } from '#features/records/sending/sender/settings.ts';
import { startSchool } from './app.ts';
import { startFakeSenders } from './fake-senders.ts';

/** A school whose messages go to fake providers. */
export async function startSending({ publicUrl, certificate }: { publicUrl?: string; certificate?: string } = {}) {
  const fake = await startFakeSenders();
  const network = { ...fake.network, timeoutMs: 1500, certificate };
  const world = await startSchool({ providers: network, publicUrl });
  const { id: institutionId } = world.school.ilorin;
  const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
    world.database.asSystem([institutionId], work);
  const ask = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await within((tx) => tx.execute<Row>(query))).rows;
  const failed: Error[] = [];
  const makeSender = (services: SenderServices = world.services) =>
    createSender(services, (error) => failed.push(error));
  const sender = makeSender();

  return {
    world,
    fake,
    network,
    institutionId,
    within,
    ask,
    sender,
    makeSender,
    failed,
    addProvider: (
      kind: ProviderKind,
      settings: ProviderSettings,
      more: { channel?: ProviderChannel; place?: 1 | 2; perSecond?: number } = {},
    ) => within((tx) => addProvider(tx, world.services.secret, { institutionId, kind, settings, ...more })),
    /** Queues texts as composed or single messages. */
    queue: (
      count: number,
      { priority = 5, messageId = null as number | null, channel = 'sms', prefix = 'text' } = {},
    ) =>
      ask<{ id: number }>(sql`
        insert into outbox (institution_id, channel, recipient, subject, body, event, priority, message_id, state)
        select ${institutionId}, ${channel}, case ${channel} when 'email' then 'p' || n || '@example.ng' else '+23480300' || lpad(n::text, 5, '0') end,
          'News', ${prefix} || ' ' || n, 'other', ${priority}, ${messageId}, 'queued' from generate_series(1, ${count}) n returning id`),
    compose: async () => {
      const [row] = await ask<{ id: number }>(
        sql`insert into messages (institution_id, channel, body, state) values (${institutionId}, 'sms', 'News', 'sending') returning id`,
      );
      return Number(row!.id);
    },
    states: async () => {
      const rows = await ask<{ state: string; n: number }>(
        sql`select state, count(*)::int as n from outbox group by 1 order by 1`,
      );
      return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    },
    /** As if all pauses were over. */
    passTime: () => ask(sql`update outbox set next_at = now() where state = 'queued'`),
    clear: async () => {
      await sender.sendDue();
      await within(async (tx) => {
        await tx.execute(sql`update outbox set provider_id = null where provider_id is not null`);
        await tx.execute(sql`delete from message_providers`);
        await tx.execute(sql`update outbox set state = 'stopped', provider_message_id = null`);
      });
      fake.arrived.splice(0);
      fake.faults.splice(0);
      fake.asked.splice(0);
    },
    async close() {
      await sender.stop();
      await world.close();
      await fake.close();
    },
  };
}

export type SendingSchool = Awaited<ReturnType<typeof startSending>>;

/** A provider that is switched on, without the settings page. */
export const addProvider = async (
  tx: Tx,
  secret: Buffer,
  of: {
    institutionId: number;
    kind: ProviderKind;
    settings: ProviderSettings;
    channel?: ProviderChannel;
    place?: 1 | 2;
    perSecond?: number;
  },
): Promise<number> => {
  const { institutionId, kind, settings, channel = 'sms', place = 1, perSecond = 500 } = of;
  const sealed = sealSettings(secret, { institutionId, channel, kind }, settings);
  const { rows } = await tx.execute<{ id: number }>(
    sql`insert into message_providers (institution_id, channel, kind, place, sealed, is_on, per_second)
      values (${institutionId}, ${channel}, ${kind}, ${place}, ${sealed}, true, ${perSecond}) returning id`,
  );
  return Number(rows[0]!.id);
};
