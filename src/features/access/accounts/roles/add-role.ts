import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { Conflict, ValidationError, NotAllowed } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { approvalReason, employeeLabel, addedLinkNeedsApproval } from '../invitations/linked-records.ts';
import { isProtected, needsSecondPerson } from './protected-roles.ts';
import { recordAccountChange, findManaged } from '../own-access.ts';
import { accountName } from '#kernel/account-name.ts';
import { phoneText } from '#ui/format.ts';
import { notify } from '#kernel/notify.ts';
import { sendMessage } from '../notify-account.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import { memberships } from '#kernel/identity.schema.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { worksHere } from '#features/records/people/serve-choices.ts';
import { mayAssignRole } from '../accounts.policy.ts';
import { lockRole, beyondActor, refuseOwn, lockForRoles } from './change-roles.ts';

export const AddRole = z.object({ role_id: id, employee_id: emptyIsNull(id) });

export const addRoleApproval = approvalKind({
  kind: 'accounts.giveRole',
  label: 'Role',
  permission: 'accounts.edit',
  payload: z.object({
    accountId: z.number(),
    role_id: z.number(),
    employee_id: z.number().nullable(),
    /** The employee to link, whose record does not have this account's contacts. */
    employee: z.string().nullish(),
    contacts: z.object({ email: z.string().nullable(), phone: z.string().nullable() }).nullish(),
  }),
  async act(tx, asker, { accountId, contacts, ...input }) {
    const { email, phone } = await findManaged(tx, asker, accountId);
    if (contacts && (contacts.email !== email || contacts.phone !== phone))
      throw new Conflict(
        'This account’s contacts have changed since this was requested. Decline it, then request it again.',
      );
    await addRole(tx, asker, accountId, input, { approved: true });
    return { message: 'The role was added.' };
  },
  details: (_reader, { employee, contacts }) =>
    contacts
      ? [
          ...(employee ? ([['Record', employee]] as [string, string][]) : []),
          ['Account’s e-mail', contacts.email ?? '—'],
          ['Account’s phone', phoneText(contacts.phone) ?? '—'],
          approvalReason,
        ]
      : [],
});

/** Adds a role, in the role's institution, to an account the actor can see. */
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
    const exceedsActor = await addedLinkNeedsApproval(
      tx,
      actor,
      { institutionId, employeeId: input.employee_id, roles: [role] },
      account,
    );
    if (exceedsActor || needsSecondPerson(actor, role)) {
      const employee = exceedsActor ? await employeeLabel(tx, institutionId, input.employee_id) : null;
      return requestApproval(tx, actor, addRoleApproval, {
        institutionId,
        subject: { type: 'account', id: accountId },
        about: exceedsActor ? `role:${role.id}:employee:${input.employee_id}` : `role:${role.id}`,
        payload: {
          accountId,
          ...input,
          employee,
          contacts: exceedsActor ? { email: account.email, phone: account.phone } : null,
        },
        summary: `add the role ${role.name} to ${account.name}${employee ? ` as ${employee}` : ''}`,
      });
    }
  }
  const role = await insertMembership(tx, actor, accountId, input.role_id, links, { approved });
  refuseNonMember(actor, account, role);
  // Links and codes from before may be held by someone who can no longer manage this account.
  if (isProtected(role)) await revokeTokens(tx, accountId, 'revoked');
  await recordAccountChange(
    tx,
    actor,
    { id: accountId, institutionIds: [role.institutionId] },
    'accounts.giveRole',
    `added the role ${role.name} to ${account.name}`,
    { role: role.name },
  );
  await notifyOfRole(tx, actor, accountId, role, 'added');
  if (isProtected(role) && accountId !== actor.accountId) await sendRoleMessage(tx, actor, account, role);
  return null;
}

/** A user joins another institution by accepting an invitation. */
function refuseNonMember(
  actor: Actor,
  { name, institutionIds }: { name: string; institutionIds: number[] },
  { institutionId }: { institutionId: number },
): void {
  if (institutionIds.includes(institutionId)) return;
  const institution = membershipIn(actor, institutionId)!.name;
  throw new ValidationError('role_id', `${name} isn’t a user of ${institution} yet. Send an invitation from there.`);
}

/** Every new role is notified in the product; a protected one also by e-mail and SMS. */
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
    `Added by ${accountName(actor)}. If you did not expect this, tell your school immediately.`,
  );
}

/** Notifies the user of an added or removed role, unless it was the user's own change. */
export async function notifyOfRole(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { institutionId, name }: { institutionId: number; name: string },
  change: 'added' | 'removed',
): Promise<void> {
  const institution = membershipIn(actor, institutionId)!.name;
  await notify(tx, {
    institutionId,
    to: [accountId],
    except: actor.accountId,
    kind: `accounts.role${change === 'added' ? 'Given' : 'Taken'}`,
    title: change === 'added' ? `You have a new role: ${name}` : `Your role ${name} was removed`,
    body: `By ${accountName(actor)}, ${institution}.`,
    href: '/account',
  });
}

/** The employee, student or guardian that an account is linked to in a role, if any. */
export type Links = Partial<Record<'employeeId' | 'studentId' | 'guardianId', number | null>>;

/** Adds the membership to an account the caller has found or created. */
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
    throw new NotAllowed(`The role ${role.name} needs a second person’s approval. Add it on the user’s page.`);
  await addMembership(tx, accountId, role, links);
  return role;
}

/** Locks and returns the role if the actor can add it to this account. */
export async function roleToAdd(tx: Tx, actor: Actor, accountId: number, roleId: number, links: Links = {}) {
  const { employeeId = null } = links;
  await lockForRoles(tx, actor, [roleId], employeeId);
  const role = await lockRole(tx, actor, roleId);
  if (!mayAssignRole(actor, role, accountId === actor.accountId)) throw new NotAllowed(beyondActor);
  if (employeeId !== null) {
    if (accountId === actor.accountId) refuseOwn(actor, role, employeeId);
    await checkEmployee(tx, role.institutionId, employeeId);
  }
  return role;
}

/**
 * Writes the membership; the caller has checked the permission. A person can have one role for several linked records,
 * but without a linked record only once.
 */
export async function addMembership(
  tx: Tx,
  accountId: number,
  role: { id: number; institutionId: number; name: string },
  links: Links,
): Promise<void> {
  const duplicate = new ValidationError('role_id', `This user already has the role ${role.name}.`);
  const here = { institutionId: role.institutionId, accountId, roleId: role.id };
  const isUnlinked = Object.values(links).every((link) => link === null);
  const held = and(
    eq(memberships.institutionId, role.institutionId),
    eq(memberships.accountId, accountId),
    eq(memberships.roleId, role.id),
  );
  if (isUnlinked && (await tx.$count(memberships, held))) throw duplicate;
  // A suspended user's new role is suspended too.
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
  if (made.length === 0) throw duplicate;
}

async function checkEmployee(tx: Tx, institutionId: number, employeeId: number) {
  const found = await tx.$count(employees, and(hasKey(employees, institutionId, employeeId), worksHere()));
  if (!found) throw new ValidationError('employee_id', 'Choose an employee of the role’s institution.');
}
