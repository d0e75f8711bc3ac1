import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { render, type Tx, query, hasKey } from '#kernel/database.ts';
import { NotAllowed, NotFound, refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { RoleKey } from '#kernel/contracts/role-names.ts';
import { taken } from '../setup.ts';
import { holds, isOrdinary } from '../accounts.policy.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { notifyOfRole, addMembership, type Links } from '../roles/add-role.ts';
import {
  makeInvitation,
  sendInvitation,
  type SendingOptions,
  allowInviteAgain,
  institutionsOfAccount,
} from './invite.ts';
import { insertInvited } from './offers.ts';

interface Invitee {
  institutionId: number;
  role: RoleKey;
  /** The record to link the account to. */
  links: Links;
  name: string;
  email: string | null;
  phone: string | null;
  username: string;
}

/**
 * Invites a person to an account linked to one record. If the person already has an account somewhere, the role is
 * offered to that account as well, without revealing it to the inviter.
 */
export async function inviteLinked(tx: Tx, actor: Actor, input: Invitee, origin: string) {
  const role = await lockLinkedRole(tx, actor, input);
  if (!input.email && !input.phone)
    throw new ValidationError('email', 'Enter an e-mail address or a phone number. It is used to sign in.');
  await refuseOwn(tx, actor, input);
  return addLinked(tx, actor, role, input, origin);
}

/** The same, for a role and contacts that the caller has checked. */
export async function addLinked(
  tx: Tx,
  actor: Actor,
  role: Awaited<ReturnType<typeof lockLinkedRole>>,
  input: Invitee,
  origin: string,
  how: SendingOptions = {},
) {
  const { name, email, phone, username, institutionId } = input;
  const typed = { name, email, phone, username };
  const account = await refuseDuplicate(insertInvited(tx, actor, institutionId, typed, [role.name]), taken);
  await addMembership(tx, account.id, role, input.links);
  const link = await makeInvitation(tx, account.id);
  await sendInvitation(tx, account, origin + link, institutionId, how);
  return { ...account, link };
}

/** A new link in place of a lost one, for an account with no other roles. */
export async function inviteLinkedAgain(
  tx: Tx,
  actor: Actor,
  by: Permission,
  accountId: number,
  origin: string,
  how: SendingOptions = {},
) {
  // Checked before locking, and again once locked.
  await allowInviteAgain(tx, actor, by, accountId);
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  const account = await allowInviteAgain(tx, actor, by, accountId);
  const link = await makeInvitation(tx, accountId);
  await sendInvitation(tx, account, origin + link, (await institutionsOfAccount(tx, accountId))[0]!, how);
  return { ...account, link };
}

/** Removes the memberships linked to one record. Accounts left without any lose their open invitations. */
export async function withdrawLinked(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  link: { guardianId: number } | { studentId: number } | { employeeId: number },
): Promise<number[]> {
  const [[column, value]] = Object.entries(link) as [[keyof Links, number]];
  const found = await tx
    .delete(memberships)
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships[column], value)))
    .returning({ accountId: memberships.accountId, roleId: memberships.roleId });
  for (const { accountId, roleId } of found) {
    const [role] = await tx
      .select({ name: roles.name })
      .from(roles)
      .where(hasKey(roles, institutionId, roleId));
    await notifyOfRole(tx, actor, accountId, { institutionId, name: role!.name }, 'removed');
    if ((await institutionsOfAccount(tx, accountId)).length === 0) await revokeTokens(tx, accountId, 'revoked');
  }
  return [...new Set(found.map(({ accountId }) => accountId))];
}

/** The role for the record. If the institution extended it, the actor must have its permissions. */
export async function lockLinkedRole(
  tx: Tx,
  actor: Actor,
  { institutionId, role: key }: Pick<Invitee, 'institutionId' | 'role'>,
) {
  const [role] = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.institutionId, institutionId), eq(roles.key, key)))
    .for('no key update');
  if (!role) throw new NotFound('role');
  if (!role.permissions.every(isOrdinary) && !holds(actor, institutionId, role.permissions))
    throw new NotAllowed(`The role ${role.name} has permissions that you can’t assign. Ask an owner.`);
  return role;
}

/** Otherwise users who can edit records could link themselves to another family. */
export async function refuseOwn(tx: Tx, actor: Actor, { email, phone }: Pick<Invitee, 'email' | 'phone'>) {
  const isOwn = await ownContacts(tx, actor);
  const whose = 'is your own. If you are this person, ask a colleague to link your account.';
  const errors: Record<string, string> = {};
  if (isOwn(email)) errors['email'] = `This e-mail address ${whose}`;
  if (isOwn(phone)) errors['phone'] = `This phone number ${whose}`;
  const [first] = Object.entries(errors);
  if (first) throw new ValidationError(...first, errors);
}

/** Tells the contacts of the actor's account and own records from others. */
export async function ownContacts(tx: Tx, actor: Actor): Promise<(contact: string | null) => boolean> {
  const rows = await query<Record<'email' | 'phone' | 'mobile', string | null>>(tx, render)`
    select email, phone, null as mobile from accounts where id = ${actor.accountId}
    union all select p.email, p.phone, p.mobile from memberships m
      join employees p on (p.institution_id, p.id) = (m.institution_id, m.employee_id) where m.account_id = ${actor.accountId}
    union all select p.email, p.phone, p.mobile from memberships m
      join guardians p on (p.institution_id, p.id) = (m.institution_id, m.guardian_id) where m.account_id = ${actor.accountId}`;
  const own = new Set(rows.flatMap(Object.values<string | null>).map((contact) => contact && mailbox(contact)));
  return (contact) => contact !== null && own.has(mailbox(contact));
}

/** The mailbox of an address: ngozi+school@example.com arrives at ngozi@example.com. */
const mailbox = (address: string) => address.toLowerCase().replace(/\+[^@]*@/, '@');
