import { sql } from 'drizzle-orm';
import { allow, institutionsInView, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { replaceSecret, secretsOf } from '#kernel/secrets/machine-secrets.ts';

/** The name under which these secrets are stored. */
export const deliveryMachine = 'delivery-reports';

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/** The actor's institutions, with the creation date of their secret. Secrets are shown one by one. */
export async function deliverySettings(db: Db, actor: Actor, wanted?: number) {
  const ids = institutionsInView(actor, wanted, 'institutions.edit');
  const { rows } = await db.execute<{
    id: number;
    name: string;
    since: string | null;
    previousUntil: string | null;
  }>(sql`
    select i.id, i.name, ${iso('s.created_at')} as since,
      case when s.previous_until > now() then ${iso('s.previous_until')} end as "previousUntil"
    from institutions i left join machine_secrets s on s.institution_id = i.id and s.machine = ${deliveryMachine}
    where i.id = any (${sql.param(ids)}::int[]) order by i.name, i.id`);
  return rows;
}
export type DeliverySetting = Awaited<ReturnType<typeof deliverySettings>>[number];

/** Shows the secret that the provider signs with, and records it in the audit log. */
export async function showDeliverySecret(tx: Tx, actor: Actor, secret: Buffer, institutionId: number) {
  allow(actor, 'institutions.edit', institutionId);
  const [value] = await secretsOf(tx, secret, { institutionId, machine: deliveryMachine });
  if (!value) throw new NotFound('secret');
  await record(tx, actor, 'outbox.showSecret', { institutionId, summary: 'viewed the delivery report secret' });
  return { secret: value };
}

/** Creates or replaces the secret; the old one works for another 24 hours. */
export async function replaceDeliverySecret(tx: Tx, actor: Actor, secret: Buffer, institutionId: number) {
  allow(actor, 'institutions.edit', institutionId);
  const value = await replaceSecret(tx, secret, { institutionId, machine: deliveryMachine });
  await record(tx, actor, 'outbox.replaceSecret', {
    institutionId,
    summary: 'created a new delivery report secret',
  });
  return { secret: value };
}
