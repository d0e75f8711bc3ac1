import { and, eq, inArray, ne, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { type Db, type Tx, query } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import { mayAssignRole } from '#features/access/accounts/accounts.policy.ts';
import { exceedsActor } from '#features/access/accounts/invitations/linked-records.ts';
import { lockLinkedRole } from '#features/access/accounts/invitations/invite-linked.ts';
import { lockRole } from '#features/access/accounts/roles/change-roles.ts';
import { entersMarks, needsSecondPerson } from '#features/access/accounts/roles/protected-roles.ts';
import { visibleTo as visibleEmployees } from '#features/people/employees/employees.policy.ts';
import { visibleTo as visibleGuardians } from '#features/people/guardians/guardians.policy.ts';
import { employees, guardians } from '#features/records/people/people.schema.ts';

export type InviteeEntity = 'guardian' | 'employee';
export type Role = typeof roles.$inferSelect;

/** A person who could be invited, with the account they may have already. */
export interface Candidate extends Record<string, unknown> {
  id: number;
  name: string;
  firstName: string;
  surname: string;
  email: string | null;
  phone: string | null;
  hasLeft: boolean;
  accountId: number | null;
  /** No password yet, so the account was only invited. */
  isUnused: boolean;
  /** The link works still. */
  isOpen: boolean;
}

/** What guardians and employees differ in. */
interface InviteeKind {
  may: Permission;
  table: typeof guardians | typeof employees;
  visible(actor: Actor): SQL;
  hasLeft: SQL;
  /** Locks and checks the role that everybody gets. */
  lockRole(tx: Tx, actor: Actor, institutionId: number, roleId: number | null): Promise<Role>;
  /** Whether an account with this role shows the actor's own contacts more than the actor may see. */
  isGuarded(actor: Actor, institutionId: number, role: Role | null): boolean;
  opensMarks(role: Role | null): boolean;
  /** Whether a second person agrees to the role, for whomever it is, as when one person gets it. */
  needsSecond(actor: Actor, role: Role | null): boolean;
}

export const inviteeKinds: Record<InviteeEntity, InviteeKind> = {
  guardian: {
    may: 'guardians.invite',
    table: guardians,
    hasLeft: sql`false`,
    visible: (actor) => visibleGuardians(actor, guardians),
    lockRole: (tx, actor, institutionId) => lockLinkedRole(tx, actor, { institutionId, role: 'guardian' }),
    isGuarded: () => true,
    opensMarks: () => false,
    needsSecond: () => false,
  },
  employee: {
    may: 'accounts.edit',
    table: employees,
    hasLeft: sql`${employees.leftOn} is not null`,
    visible: (actor) => visibleEmployees(actor, employees),
    async lockRole(tx, actor, institutionId, roleId) {
      if (roleId === null) throw new ValidationError('role_id', 'Choose a role for them.');
      const role = await lockRole(tx, actor, roleId);
      if (role.institutionId !== institutionId)
        throw new ValidationError('role_id', 'Choose a role of this institution.');
      if (!isForMany(actor, role))
        throw new NotAllowed(`You can’t give the role ${role.name} to many people. Choose another one.`);
      return role;
    },
    isGuarded: (actor, institutionId, role) =>
      exceedsActor(actor, { institutionId, type: 'employee', opensMarks: role !== null && entersMarks(role) }),
    opensMarks: (role) => role !== null && entersMarks(role),
    needsSecond: (actor, role) => role !== null && needsSecondPerson(actor, role),
  },
};

const notForStaff = ['student', 'guardian', 'applicant'];

/** Those that the actor may give to one person; ownership is given to one at a time. */
const isForMany = (actor: Actor, role: Role): boolean =>
  !notForStaff.includes(role.key) && role.key !== 'owner' && mayAssignRole(actor, role, false);

/** The roles that the actor can give to many employees. */
export async function rolesForMany(db: Db, actor: Actor, institutionId: number) {
  const found = await db
    .select()
    .from(roles)
    .where(and(eq(roles.institutionId, institutionId), ne(roles.key, 'owner'), notInArray(roles.key, notForStaff)))
    .orderBy(roles.id);
  return found.filter((role) => isForMany(actor, role)).map(({ id, name }) => ({ id, name }));
}

/** Locks these people in the order of their ids, so that nobody is invited by two at once. */
export const lockPeople = (tx: Tx, actor: Actor, entity: InviteeEntity, institutionId: number, ids: number[]) => {
  const { table, visible } = inviteeKinds[entity];
  return tx
    .select({ id: table.id })
    .from(table as typeof guardians)
    .where(and(visible(actor), eq(table.institutionId, institutionId), inArray(table.id, ids)))
    .orderBy(table.id)
    .for('no key update');
};

/** These people as far as the actor can see them. */
export async function candidates(
  tx: Tx,
  actor: Actor,
  entity: InviteeEntity,
  institutionId: number,
  ids: readonly number[],
): Promise<Candidate[]> {
  const { table, visible, hasLeft } = inviteeKinds[entity];
  const link = sql.identifier(`${entity}_id`);
  const found = await query<Candidate>(tx)`
    select ${table.id} as id, ${table.firstName} as "firstName", ${table.surname} as surname,
      lower(${table.email}) as email, coalesce(${table.mobile}, ${table.phone}) as phone, ${hasLeft} as "hasLeft",
      account.id as "accountId", coalesce(account.is_unused, false) as "isUnused", coalesce(account.is_open, false) as "isOpen"
    from ${table}
    left join lateral (
      select a.id, c.password_hash is null and a.disabled_at is null as is_unused,
        exists (select from one_time_tokens t where t.account_id = a.id and t.kind = 'invitation'
          and t.used_at is null and t.expires_at > now()) as is_open
      from memberships m join accounts a on a.id = m.account_id left join credentials c on c.account_id = a.id
      where m.institution_id = ${institutionId} and m.${link} = ${table.id}
      order by c.password_hash is null, m.id limit 1) account on true
    where ${visible(actor)} and ${table.institutionId} = ${institutionId}
      and ${table.id} = any(${sql.param(ids)}::bigint[])
    order by ${table.id}`;
  return found.map((one) => ({
    ...one,
    id: Number(one.id),
    name: `${one.firstName} ${one.surname}`,
    phone: one.phone && /^\+[1-9]\d{6,14}$/.test(one.phone) ? one.phone : null,
    accountId: one.accountId === null ? null : Number(one.accountId),
  }));
}
