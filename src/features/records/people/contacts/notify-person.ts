import { sql } from 'drizzle-orm';
import { accountName } from '#kernel/account-name.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { notify } from '#kernel/notify.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { LockedPerson, PersonKind } from '#kernel/personal-data/person-kind.ts';

/** In the product and over the contacts of the account, which the change does not touch. */
export async function notifyPerson(
  tx: Tx,
  actor: Actor,
  { entity }: PersonKind,
  { institutionId, id }: LockedPerson,
  what: string,
): Promise<void> {
  const accounts = await query<{ id: number; email: string | null; phone: string | null }>(
    tx,
    sql`select distinct a.id, a.email, a.phone from memberships m join accounts a on a.id = m.account_id
      where m.institution_id = ${institutionId} and m.${ownerColumn(entity)} = ${id} and a.disabled_at is null
        and a.id <> ${actor.accountId} order by a.id`,
  );
  const title = `${accountName(actor)} wants to change the ${what} on your record`;
  const body = 'A colleague has to agree first. If it isn’t right, tell the school now.';
  await notify(tx, {
    institutionId,
    to: accounts.map((account) => Number(account.id)),
    kind: 'security.contact',
    title,
    body,
    href: '/account',
  });
  await queueMessages(
    tx,
    institutionId,
    accounts.flatMap(({ id: accountId, email, phone }) => {
      const message = {
        subject: title,
        body: `${title}. ${body}`,
        event: 'accounts.security',
        accountId: Number(accountId),
      };
      return [
        ...(email ? [Object.assign({ channel: 'email' as const, recipient: email }, message)] : []),
        ...(phone ? [Object.assign({ channel: 'sms' as const, recipient: phone }, message)] : []),
      ];
    }),
  );
}
