import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { accountName } from '#kernel/account-name.ts';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Db, type Tx, query } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import { choice } from '#kernel/schemas.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { administratorsOf } from '#features/records/approvals/deciders.ts';
import { addressMachines } from '#features/records/sending/hooks/machine-of.ts';

/** The name of the secret that delivery reports are signed with. */
export const deliveryMachine = 'delivery-reports';

/** Webhooks whose secret we make: one for reports, another for texts, so that nobody has both by having one. */
const ownMachines = {
  [deliveryMachine]: 'Delivery reports',
  'incoming-messages': 'Incoming texts',
  ...addressMachines,
} as const;
export type OwnMachine = keyof typeof ownMachines;

export const ReplaceSecret = z.object({ machine: choice(ownMachines) });

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

export interface WebhookSecret {
  machine: OwnMachine;
  since: string | null;
  previousUntil: string | null;
}
export interface WebhooksOf {
  id: number;
  name: string;
  /** Owners and group administrators. */
  canReplace: boolean;
  secrets: WebhookSecret[];
}

/** The actor's institutions, with when each secret was created: a secret itself is shown once, to whom it is created for. */
export async function webhookSecrets(db: Db, actor: Actor, wanted?: number): Promise<WebhooksOf[]> {
  const ids = institutionsInView(actor, wanted, 'sending.settings');
  const rows = await query<WebhookSecret & { institutionId: number }>(db)`
    select s.institution_id as "institutionId", s.machine, ${iso('s.created_at')} as since,
      case when s.previous_until > now() then ${iso('s.previous_until')} end as "previousUntil"
    from machine_secrets s where s.institution_id = any (${sql.param(ids)}::int[])`;
  return ids.map((id) => {
    const { name, isOwner } = membershipIn(actor, id)!;
    const secrets = (Object.keys(ownMachines) as OwnMachine[]).map((machine): WebhookSecret => {
      const row = rows.find((one) => one.institutionId === id && one.machine === machine);
      return { machine, since: row?.since ?? null, previousUntil: row?.previousUntil ?? null };
    });
    return { id, name, canReplace: isOwner, secrets };
  });
}

/**
 * Creates or replaces a secret and shows it once; the old one works for another 24 hours. It is enough to forge reports or
 * texts, so only owners create one, and every owner hears of it.
 */
export async function replaceWebhookSecret(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  institutionId: number,
  { machine }: z.output<typeof ReplaceSecret>,
): Promise<{ secret: string }> {
  const membership = membershipIn(actor, institutionId);
  if (!membership) throw new NotFound('institution');
  if (!membership.isOwner)
    throw new NotAllowed('Only an owner or a group administrator creates this secret. Ask one of them.');
  const value = await replaceSecret(tx, secret, { institutionId, machine });
  const summary = `created a new webhook secret for ${ownMachines[machine]}`;
  await record(tx, actor, 'outbox.replaceSecret', { institutionId, summary, details: { machine } });
  await notify(tx, {
    institutionId,
    to: administratorsOf(institutionId),
    except: actor.accountId,
    kind: 'outbox.replaceSecret',
    title: `${accountName(actor)} ${summary}`,
    body: 'The old one works for another 24 hours. If this isn’t right, create another one.',
    href: `/outbox/webhook-secrets?institution_id=${institutionId}`,
  });
  return { secret: value };
}
