import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { clipped } from '#kernel/clipped.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import { recordOwn, type Visit } from '../sign-in/open-session.ts';
import { invitedColumns } from './may-invite-again.ts';
import { moveRoles } from './move-roles.ts';

/* An invitation always creates a new, invited account. If its e-mail address or phone number already signs in to another
 * account, that account's owner is offered the roles, which move there once accepted. Until then the institution sees
 * only the invitation, so it does not learn whether such an account exists.
 */

interface Typed {
  name: string;
  email: string | null;
  phone: string | null;
}

/**
 * The account to offer the roles to: it signs in with these contacts and has the same name. Takes equally long for all.
 */
export async function offeredTo(tx: Tx, { name, email, phone }: Typed): Promise<number | null> {
  const found = await tx
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .innerJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(
      and(
        isNull(accounts.disabledAt),
        isNotNull(credentials.passwordHash),
        or(
          and(eq(accounts.email, email ?? ''), accounts.signsInByEmail),
          and(eq(accounts.phone, phone ?? ''), accounts.signsInByPhone),
        ),
      ),
    )
    .orderBy(sql`${accounts.email} is not distinct from ${email}::text desc`, asc(accounts.id));
  return found.find((account) => hasSameName(account.name, name))?.id ?? null;
}

/** Inserts an invited account. If the person already has an account elsewhere, it is notified of the offer. */
export async function insertInvited(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { username, ...typed }: Typed & { username: string },
  roleNames: string[],
) {
  const known = await offeredTo(tx, typed);
  const title = `${membershipIn(actor, institutionId)!.name} invited you as ${roleNames.join(', ')}`;
  await tx.execute(
    sql`select akada_tell_offer(${known}::bigint, ${clipped(title, 160)}, 'Accept or decline it here.')`,
  );
  const [account] = await tx
    .insert(accounts)
    .values({
      ...typed,
      username,
      homeInstitutionId: institutionId,
      offeredTo: known,
      invitedBy: actor.accountId,
      signsInByEmail: false,
      signsInByPhone: false,
    })
    .returning(invitedColumns);
  return account!;
}

/** Lets an account sign in with its e-mail and phone, unless another account already does. */
export async function claimAddresses(tx: Tx, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7234003)`);
  await tx.execute(sql`update accounts a set
    signs_in_by_email = not exists (select from accounts o where o.email = a.email and o.signs_in_by_email and o.id <> a.id),
    signs_in_by_phone = not exists (select from accounts o where o.phone = a.phone and o.signs_in_by_phone and o.id <> a.id)
    where a.id = ${accountId}`);
}

/** Accepts an offer with the actor's account. Roles that manage access need the link, which proves the recipient. */
export async function acceptOffer(tx: Tx, actor: Actor, offerId: number): Promise<string> {
  const [offer] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, offerId), eq(accounts.offeredTo, actor.accountId!)));
  if (!offer) throw new NotFound('invitation');
  return moveRoles(tx, actor, offerId, false);
}

/** Accepts by link, which proves the recipient, with the actor's account in place of a new one. */
export const acceptByLink = (tx: Tx, actor: Actor, invitedId: number): Promise<string> =>
  moveRoles(tx, actor, invitedId, true);

/** Declines an offer. The inviting institution is not notified, so it does not learn that this account exists. */
export async function declineOffer(tx: Tx, actor: Actor, offerId: number, visit: Visit): Promise<void> {
  const declined = await tx
    .update(accounts)
    .set({ offeredTo: null })
    .where(and(eq(accounts.id, offerId), eq(accounts.offeredTo, actor.accountId!)));
  if (declined.rowCount !== 1) throw new NotFound('invitation');
  await tx.execute(sql`update accounts set access_version = access_version + 1 where id = ${actor.accountId}`);
  await recordOwn(
    tx,
    { id: actor.accountId!, name: actor.name },
    visit,
    'accounts.declineOffer',
    'declined an invitation from another institution',
  );
}

/** Whether the account's name contains the first and last word of the typed name. */
export function hasSameName(accountName: string, name: string): boolean {
  const had = nameWords(accountName);
  const wanted = nameWords(name);
  return [wanted[0]!, wanted.at(-1)!].every((word) => had.includes(word));
}

const nameWords = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’`]/g, '')
    .toLowerCase()
    .split(/\s+/);
