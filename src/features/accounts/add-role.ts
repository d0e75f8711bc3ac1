import { accountName } from '#kernel/account-name.ts';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound, Refused } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import type { Permission } from '#kernel/permissions.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { approvalKind } from '#features/approvals/approval-kind.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { employees } from '#features/people/people.schema.ts';
import { worksHere } from '#features/people/works-here.ts';
import { mayAssignRole } from './accounts.policy.ts';
import { memberships, roles } from './accounts.schema.ts';
import { revokeTokens } from './revoke-tokens.ts';
import { findManaged } from './find-account.ts';
import { employeeLabel, isLinkHidden, opensEmployeeTo, approvalReason } from './linked-records.ts';
import { isProtected, needsSecondPerson } from './protected-roles.ts';
import { recordAccountChange } from './record-account-change.ts';
import { refuseLastOwner } from './last-owner.ts';
import { sendMessage } from './notify-account.ts';

export const AddRole = z.object({ role_id: id, employee_id: emptyIsNull(id) });

const tooMuch = 'This role may do more than you may give. Ask an owner.';

export const addRoleApproval = approvalKind({
  kind: 'accounts.giveRole',
  label: 'Role',
  permission: 'accounts.edit',
  payload: z.object({
    accountId: z.number(),
    role_id: z.number(),
    employee_id: z.number().nullable(),
    /** Linked to it, by an account whose contacts were not on it. */
    employee: z.string().nullish(),
    contacts: z.object({ email: z.string().nullable(), phone: z.string().nullable() }).nullish(),
  }),
  async act(tx, asker, { accountId, contacts, ...input }) {
    const { email, phone } = await findManaged(tx, asker, accountId);
    if (contacts && (contacts.email !== email || contacts.phone !== phone))
      throw new Conflict('This account’s contacts have changed since this was requested. Decline it, then ask again.');
    await addRole(tx, asker, accountId, input, { approved: true });
    return { message: 'The role is given.' };
  },
  details: (_reader, { employee, contacts }) =>
    contacts
      ? [
          ...(employee ? ([['Record', employee]] as [string, string][]) : []),
          ['Account’s e-mail', contacts.email ?? '—'],
          ['Account’s phone', contacts.phone ?? '—'],
          approvalReason,
        ]
      : [],
});

/** Gives a role in the role's institution to an account that the actor sees. */
export async function addRole(
  tx: Tx,
  actor: Actor,
  accountId: number,
  input: z.infer<typeof AddRole>,
  { approved = false } = {},
): Promise<Requested | null> {
  const account = await findManaged(tx, actor, accountId);
  const links = { employeeId: input.employee_id };
  if (!approved) {
    const role = await roleToAdd(tx, actor, accountId, input.role_id, links);
    refuseNonMember(actor, account, role);
    const { institutionId } = role;
    const opensMore = await opensEmployeeTo(
      tx,
      actor,
      { institutionId, employeeId: input.employee_id, roles: [role] },
      account,
    );
    if (opensMore || needsSecondPerson(actor, role)) {
      const employee = opensMore ? await employeeLabel(tx, institutionId, input.employee_id) : null;
      return requestApproval(tx, actor, addRoleApproval, {
        institutionId,
        subject: { type: 'account', id: accountId },
        about: opensMore ? `role:${role.id}:employee:${input.employee_id}` : `role:${role.id}`,
        payload: {
          ...{ accountId, ...input, employee },
          contacts: opensMore ? { email: account.email, phone: account.phone } : null,
        },
        summary: `give ${account.name} the role ${role.name}${employee ? ` as ${employee}` : ''}`,
      });
    }
  }
  const role = await insertMembership(tx, actor, accountId, input.role_id, links, { approved });
  refuseNonMember(actor, account, role);
  // A link or code made before may be in the hands of somebody who may not manage this account any more.
  if (isProtected(role)) await revokeTokens(tx, accountId, 'revoked');
  await recordAccountChange(
    tx,
    actor,
    { id: accountId, institutionIds: [role.institutionId] },
    'accounts.giveRole',
    `gave ${account.name} the role ${role.name}`,
    {
      role: role.name,
    },
  );
  await notifyOfRole(tx, actor, accountId, role, 'given');
  if (isProtected(role) && accountId !== actor.accountId) await sendRoleMessage(tx, actor, account, role);
  return null;
}

/** Into another institution a person is invited, and accepts. */
function refuseNonMember(
  actor: Actor,
  { name, institutionIds }: { name: string; institutionIds: number[] },
  { institutionId }: { institutionId: number },
): void {
  if (institutionIds.includes(institutionId)) return;
  const place = membershipIn(actor, institutionId)!.name;
  throw new Refused('role_id', `${name} does not belong to ${place} yet. Send an invitation from there.`);
}

/** The bell is told of every role; one that opens much is also told outside the product. */
async function sendRoleMessage(
  tx: Tx,
  actor: Actor,
  account: Parameters<typeof sendMessage>[1],
  role: { institutionId: number; name: string },
) {
  const title = `You have a new role in Akada: ${role.name}`;
  await sendMessage(
    tx,
    account,
    role.institutionId,
    title,
    `Given by ${accountName(actor)}. If this is not right, tell your school at once.`,
  );
}

/** Whom an account stands for in a role: an employee, a student, a guardian, or nobody in particular. */
export type Links = Partial<Record<'employeeId' | 'studentId' | 'guardianId', number | null>>;

/** The membership itself, for whom the caller has found or made. */
export async function insertMembership(
  tx: Tx,
  actor: Actor,
  accountId: number,
  roleId: number,
  links: Links = {},
  { approved = false } = {},
) {
  const role = await roleToAdd(tx, actor, accountId, roleId, links);
  if (!approved && needsSecondPerson(actor, role))
    throw new NotAllowed(`The role ${role.name} needs a second person. Add it on the account’s page.`);
  await addMembership(tx, accountId, role, links);
  return role;
}

/** The role, locked, for who may give it to this account. */
export async function roleToAdd(tx: Tx, actor: Actor, accountId: number, roleId: number, links: Links = {}) {
  const { employeeId = null } = links;
  await lockForRoles(tx, actor, [roleId], employeeId);
  const role = await lockRole(tx, actor, roleId);
  if (!mayAssignRole(actor, role, accountId === actor.accountId)) throw new NotAllowed(tooMuch);
  if (employeeId !== null) {
    if (accountId === actor.accountId) refuseOwn(actor, role, employeeId);
    await checkEmployee(tx, role.institutionId, employeeId);
  }
  return role;
}

/**
 * Writes the membership for who may give the role. One person may hold a role for several posts or children, but
 * without naming one only when it is not held yet: it would add nothing.
 */
export async function addMembership(
  tx: Tx,
  accountId: number,
  role: { id: number; institutionId: number; name: string },
  links: Links,
): Promise<void> {
  const has = new Refused('role_id', `This person has the role ${role.name} already.`);
  const here = { institutionId: role.institutionId, accountId, roleId: role.id };
  const isForNobody = Object.values(links).every((link) => link === null);
  const held = and(
    eq(memberships.institutionId, role.institutionId),
    eq(memberships.accountId, accountId),
    eq(memberships.roleId, role.id),
  );
  if (isForNobody && (await tx.$count(memberships, held))) throw has;
  // A new role of somebody who is suspended here starts suspended.
  const own = and(eq(memberships.institutionId, role.institutionId), eq(memberships.accountId, accountId));
  const [suspended] = await tx
    .select({ at: memberships.suspendedAt })
    .from(memberships)
    .where(and(own, isNotNull(memberships.suspendedAt)))
    .limit(1);
  const made = await tx
    .insert(memberships)
    .values({ ...here, ...links, suspendedAt: suspended?.at })
    .onConflictDoNothing()
    .returning({ id: memberships.id });
  if (made.length === 0) throw has;
}

/** Takes a role away. */
export async function removeRole(tx: Tx, actor: Actor, accountId: number, membershipId: number): Promise<void> {
  const account = await findManaged(tx, actor, accountId);
  const [found] = await tx
    .select({ roleId: memberships.roleId })
    .from(memberships)
    .where(and(eq(memberships.id, membershipId), eq(memberships.accountId, accountId)));
  if (!found) throw new NotFound('role');
  const role = await lockRole(tx, actor, found.roleId);
  if (!mayAssignRole(actor, role, false)) throw new NotAllowed(tooMuch);
  if (role.key === 'owner') await refuseLastOwner(tx, accountId, [role.institutionId]);
  await tx
    .delete(memberships)
    .where(and(eq(memberships.institutionId, role.institutionId), eq(memberships.id, membershipId)));
  await recordAccountChange(
    tx,
    actor,
    { id: accountId, institutionIds: [role.institutionId] },
    'accounts.takeRole',
    `took the role ${role.name} from ${account.name}`,
    {
      role: role.name,
    },
  );
  await notifyOfRole(tx, actor, accountId, role, 'taken');
}

/** Whoever gives himself a role knows of it; whoever has lost the last one is told nothing more here. */
export async function notifyOfRole(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { institutionId, name }: { institutionId: number; name: string },
  how: 'given' | 'taken',
): Promise<void> {
  const at = membershipIn(actor, institutionId)!.name;
  await notify(tx, {
    institutionId,
    to: [accountId],
    except: actor.accountId,
    kind: `accounts.role${how === 'given' ? 'Given' : 'Taken'}`,
    title: how === 'given' ? `You have a new role: ${name}` : `You no longer have the role ${name}`,
    body: `${how === 'given' ? 'Given' : 'Taken'} by ${accountName(actor)}, ${at}.`,
    href: '/account',
  });
}

/**
 * The role, locked, where the actor holds the permission; NotFound outside the actor's institutions, else NotAllowed.
 */
export async function lockRoleWith(tx: Tx, actor: Actor, permission: Permission, roleId: number) {
  const isIt = eq(roles.id, roleId);
  const mine = inArray(roles.institutionId, institutionsWhere(actor, permission));
  const [role] = await tx.select().from(roles).where(and(isIt, mine)).for('no key update');
  if (role) return role;
  const [other] = await tx.select({ institutionId: roles.institutionId }).from(roles).where(isIt);
  throw other && membershipIn(actor, other.institutionId) ? new NotAllowed() : new NotFound('role');
}

/** A role of the actor's institutions. */
export async function lockRole(tx: Tx, actor: Actor, roleId: number) {
  return lockRoleWith(tx, actor, 'accounts.view', roleId);
}

/** Of oneself one sees everything, unnoted: nobody makes himself somebody who keeps more from him. */
function refuseOwn(actor: Actor, { institutionId, key }: { institutionId: number; key: string }, employeeId: number) {
  const { employeeIds, permissions } = membershipIn(actor, institutionId)!;
  if (employeeIds.includes(employeeId)) return;
  const roles = [{ key: permissions.has('students.viewOwn') ? 'teacher' : key, permissions: [...permissions] }];
  if (isLinkHidden(actor, { institutionId, employeeId, roles }))
    throw new Refused('employee_id', 'This is your own sign-in. Ask a colleague to connect it with your record.');
}

/**
 * What giving roles needs, in the order of everybody: the employee, who does not leave meanwhile, the roles, and only
 * then accounts. Whoever gives several at once calls it before the first.
 */
export async function lockForRoles(tx: Tx, actor: Actor, roleIds: number[], employeeId: number | null): Promise<void> {
  const mine = institutionsWhere(actor, 'accounts.edit', 'employees.changeStatus');
  if (employeeId !== null)
    await tx
      .select({ id: employees.id })
      .from(employees)
      .where(and(inArray(employees.institutionId, mine), eq(employees.id, employeeId)))
      .for('share');
  await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(inArray(roles.institutionId, mine), inArray(roles.id, roleIds)))
    .orderBy(roles.id)
    .for('no key update');
}

async function checkEmployee(tx: Tx, institutionId: number, employeeId: number) {
  const found = await tx.$count(
    employees,
    and(eq(employees.institutionId, institutionId), eq(employees.id, employeeId), worksHere()),
  );
  if (!found) throw new Refused('employee_id', 'Choose an employee of the institution that the role belongs to.');
}
