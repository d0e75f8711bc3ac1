import { and, eq, inArray, sql, isNull } from 'drizzle-orm';
import { systemActor, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { accounts, credentials, memberships, roles } from '#kernel/identity.schema.ts';
import { notify } from '#kernel/notify.ts';
import { isProtected } from '../roles/protected-roles.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { enterInstitutionsOf } from '../sign-in/open-session.ts';

export async function moveRoles(tx: Tx, actor: Actor, invitedId: number, byLink: boolean): Promise<string> {
  await enterInstitutionsOf(tx, invitedId);
  await lockLinkedRows(tx, invitedId);
  const found = await tx
    .select({
      id: accounts.id,
      name: accounts.name,
      username: accounts.username,
      invitedBy: accounts.invitedBy,
      offeredTo: accounts.offeredTo,
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
    .innerJoin(roles, and(eq(roles.institutionId, memberships.institutionId), eq(roles.id, memberships.roleId)))
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
    .select({
      roleId: memberships.roleId,
      employeeId: memberships.employeeId,
      studentId: memberships.studentId,
      guardianId: memberships.guardianId,
    })
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
