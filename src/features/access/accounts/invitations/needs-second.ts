import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Contacts } from './contacts.ts';
import { exceedsActor, hasUnverifiedContacts, linkedRecordsOf } from './linked-records.ts';

/** Reset codes go to the new contacts, so those of a linked account must be on its record already. Owners are exempt. */
export async function needsSecond(
  tx: Tx,
  actor: Actor,
  accountId: number,
  before: Contacts & { hasPassword: boolean },
  { email, phone }: Contacts,
) {
  const added = { email: email === before.email ? null : email, phone: phone === before.phone ? null : phone };
  if (!added.email && !added.phone) return false;
  if (accountId === actor.accountId) return false;
  const records = (await linkedRecordsOf(tx, accountId)).filter(
    (record) =>
      exceedsActor(actor, record) || (before.hasPassword && !membershipIn(actor, record.institutionId)?.isOwner),
  );
  return hasUnverifiedContacts(tx, actor, records, added);
}
