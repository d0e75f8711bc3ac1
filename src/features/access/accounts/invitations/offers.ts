import { and, asc, eq, isNotNull, isNull, or, sql, inArray } from 'drizzle-orm';
import { membershipIn, type Actor, systemActor } from '#kernel/actor.ts';
import { clipped } from '#kernel/clipped.ts';
import { type Tx, hasKey, pick } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { accounts, credentials, memberships, roles } from '#kernel/identity.schema.ts';
import { recordOwn, type Visit, enterInstitutionsOf } from '../sign-in/open-session.ts';
import { invitedColumns } from './invite.ts';
import { record } from '#kernel/audit.ts';
import { notify } from '#kernel/notify.ts';
import { isProtected } from '../roles/protected-roles.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';

async function moveRoles(tx: Tx, actor: Actor, invitedId: number, byLink: boolean): Promise<string> {
  await enterInstitutionsOf(tx, invitedId);
  await lockLinkedRows(tx, invitedId);
  const found = await tx
    .select({
      ...pick(accounts, 'id', 'name', 'username', 'invitedBy', 'offeredTo'),
      hasPassword: sql<boolean>`exists (select from ${credentials} c where c.account_id = accounts.id and c.password_hash is not null)`,
      disabledAt: accounts.disabledAt,
    })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        sql`(select unnest(array[${invitedId}, ${actor.accountId}, o.offered_to]) from accounts o where o.id = ${invitedId})`,
      ),
    )
    .orderBy(accounts.id)
    .for('no key update');
  const invited = found.find(({ id }) => id === invitedId);
  if (
    !invited ||
    invited.hasPassword ||
    invited.disabledAt ||
    !(await tx.$count(oneTimeTokens, isOpenInvitation(invitedId)))
  )
    throw new NotFound('invitation');
  if (invited.invitedBy === actor.accountId)
    throw new ValidationError('form', 'You created this invitation. The person you invited has to accept it.');
  const held = await tx
    .select({
      institutionId: memberships.institutionId,
      institution: sql<string>`(select name from institutions i where i.id = ${memberships.institutionId})`,
      role: roles.name,
      key: roles.key,
      permissions: roles.permissions,
    })
    .from(memberships)
    .innerJoin(roles, hasKey(roles, memberships.institutionId, memberships.roleId))
    .where(eq(memberships.accountId, invitedId))
    .orderBy(memberships.id);
  if (held.length === 0) throw new NotFound('invitation');
  if (!byLink && held.some(isProtected))
    throw new ValidationError('form', 'This role can only be accepted by link. Open the link in the invitation.');
  await tx.execute(sql`
    insert into memberships (institution_id, account_id, role_id, employee_id, student_id, guardian_id, suspended_at)
    select m.institution_id, ${actor.accountId}, m.role_id, m.employee_id, m.student_id, m.guardian_id,
      (select max(own.suspended_at) from memberships own where own.institution_id = m.institution_id and own.account_id = ${actor.accountId})
    from memberships m where m.account_id = ${invitedId} order by m.id on conflict do nothing`);
  await tx.execute(sql`delete from memberships where account_id = ${invitedId}`);
  await revokeTokens(tx, invitedId, 'used');
  await tx
    .update(accounts)
    .set({
      username: `joined@${invitedId}`,
      name: 'An accepted invitation',
      email: null,
      phone: null,
      offeredTo: null,
      disabledAt: sql`now()`,
    })
    .where(eq(accounts.id, invitedId));
  // Removes the offer from the account it was offered to.
  await tx.execute(sql`update accounts set access_version = access_version + 1
    where id = ${invited.offeredTo} and id <> ${actor.accountId}`);
  const places = new Map(held.map(({ institutionId, institution }) => [institutionId, institution]));
  for (const institutionId of places.keys()) {
    await record(
      tx,
      { ...systemActor(institutionId, actor.name, actor.accountId), username: actor.username },
      'accounts.acceptOffer',
      {
        institutionId,
        summary: `accepted the invitation of ${invited.name} (${invited.username}) with an existing account`,
        subject: { type: 'account', id: actor.accountId! },
        details: { invited: invitedId, roles: held.map(({ role }) => role) },
      },
    );
    await notify(tx, {
      institutionId,
      to: invited.invitedBy === null ? [] : [invited.invitedBy],
      kind: 'accounts.offerAccepted',
      title: `${invited.name} accepted the invitation`,
      body: `With the username ${actor.username}.`,
      href: `/accounts/${actor.accountId}`,
    });
  }
  return [...places.values()].join(' and ');
}

/** Locks people, roles and accounts in the common order, so that none of them changes meanwhile. */
async function lockLinkedRows(tx: Tx, accountId: number): Promise<void> {
  const links = await tx
    .select(pick(memberships, 'roleId', 'employeeId', 'studentId', 'guardianId'))
    .from(memberships)
    .where(eq(memberships.accountId, accountId));
  const ids = (key: keyof (typeof links)[number]) => links.map((link) => link[key]).filter((id) => id !== null);
  for (const [table, key] of [
    ['students', 'studentId'],
    ['guardians', 'guardianId'],
    ['employees', 'employeeId'],
  ] as const)
    await tx.execute(sql`select from ${sql.identifier(table)}
      where id = any(${sql.param(ids(key))}::bigint[]) order by id for share`);
  await tx
    .select({ id: roles.id })
    .from(roles)
    .where(inArray(roles.id, ids('roleId')))
    .orderBy(roles.id)
    .for('no key update');
}

const isOpenInvitation = (accountId: number) =>
  and(
    eq(oneTimeTokens.accountId, accountId),
    eq(oneTimeTokens.kind, 'invitation'),
    isNull(oneTimeTokens.usedAt),
    sql`${oneTimeTokens.expiresAt} > now()`,
  );

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
