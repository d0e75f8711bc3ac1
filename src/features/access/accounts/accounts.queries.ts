import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { accountName } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import { institutionsInView, institutionsWhere, type Actor, can } from '#kernel/actor.ts';
import { type Db, hasKey, pick } from '#kernel/database.ts';
import { accounts, memberships, roles, sessions } from '#kernel/identity.schema.ts';
import { employees, guardians } from '#features/records/people/people.schema.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';
import { worksHere } from '#features/records/people/serve-choices.ts';
import { mayAssignRole, holds, managesAccess, mayManage } from './accounts.policy.ts';
import { needsSecondPerson, isAccountProtected } from './roles/protected-roles.ts';
import { iso } from './accounts.list.ts';
import { findManaged } from './own-access.ts';
import { hiddenRecordsOf } from './invitations/linked-records.ts';

/** The names of roles to filter by. */
export async function roleNames(db: Db, actor: Actor, wanted?: number): Promise<string[]> {
  const ids = institutionsInView(actor, wanted, 'accounts.view');
  const found = await db
    .selectDistinct({ name: roles.name })
    .from(roles)
    .where(inArray(roles.institutionId, ids))
    .orderBy(roles.name);
  return found.map(({ name }) => name);
}

/** The roles the actor can add in an institution; `forSelf` for the actor's own account. */
export async function assignableRoles(db: Db, actor: Actor, institutionIds: number[], forSelf: boolean) {
  const found = await db
    .select()
    .from(roles)
    .where(inArray(roles.institutionId, institutionIds))
    .orderBy(roles.institutionId, roles.id);
  return found
    .filter((role) => mayAssignRole(actor, role, forSelf))
    .map((role) => ({
      id: role.id,
      institutionId: role.institutionId,
      name: needsSecondPerson(actor, role) ? `${role.name} (needs approval)` : role.name,
    }));
}

/** Institutions the actor can invite users to, with their roles, and the employee to invite if one is given. */
export async function invitePage(db: Db, actor: Actor, employeeId?: number) {
  const ids = institutionsWhere(actor, 'accounts.edit');
  const [offer, [employee = null]] = await Promise.all([
    assignableRoles(db, actor, ids, false),
    employeeId === undefined ? [] : employeeToInvite(db, ids, employeeId),
  ]);
  const institutions = actor.institutions
    .filter((institution) => ids.includes(institution.id))
    .map((institution) => ({ id: institution.id, name: institution.name }));
  return { institutions, roles: offer, employee };
}

const employeeToInvite = (db: Db, institutionIds: number[], employeeId: number) =>
  db
    .select({
      id: employees.id,
      institutionId: employees.institutionId,
      name: sql<string>`concat_ws(' ', ${employees.firstName}, ${employees.middleName}, ${employees.surname})`,
      email: employees.email,
      phone: sql<string | null>`coalesce(${employees.mobile}, ${employees.phone})`,
    })
    .from(employees)
    .where(and(inArray(employees.institutionId, institutionIds), eq(employees.id, employeeId), worksHere()));

/** The roles of each institution where the actor can edit them, with their number of users. */
export const listRoles = (db: Db, actor: Actor, wanted?: number) =>
  db
    .select({
      ...pick(roles, 'id', 'institutionId', 'name', 'key', 'isSeeded'),
      permissionCount: sql<number>`cardinality(${roles.permissions})`,
      people: sql<number>`(select count(distinct m.account_id)::int from ${memberships} m where m.institution_id = roles.institution_id and m.role_id = roles.id)`,
    })
    .from(roles)
    .where(inArray(roles.institutionId, institutionsInView(actor, wanted, 'roles.edit')))
    .orderBy(asc(roles.institutionId), desc(sql`cardinality(${roles.permissions})`), asc(roles.id));

export type RoleRow = Awaited<ReturnType<typeof listRoles>>[number];

/** Accounts with permissions beyond viewing their own record, for the user filter of the audit log. */
const isStaff = (institutionIds: number[]) =>
  and(
    inArray(memberships.institutionId, institutionIds),
    ne(sql`cardinality(${roles.permissions})`, 0),
    sql`exists (select from unnest(${roles.permissions}) held where held not like '%Self'
      and held <> all ('{institutions.view,calendar.view,timetable.viewOwn,leave.request}'))`,
  );

const staffAccounts = (db: Db) =>
  db
    .selectDistinct({ id: accounts.id, name: accounts.name, username: accounts.username })
    .from(memberships)
    .innerJoin(roles, hasKey(roles, memberships.institutionId, memberships.roleId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId));

/** Staff accounts whose name or username contains every typed word, by name. */
export async function staffChoices(
  db: Db,
  { institutionIds, q }: { institutionIds: number[]; q: string },
): Promise<Choices> {
  const text = sql`akada_searchable(${accounts.name} || ' ' || ${accounts.username})`;
  const holdsAll = patternsOf(wordsIn(q)).map((pattern) => matches(text, pattern));
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    staffAccounts(db)
      .where(and(isStaff(institutionIds), ...holdsAll))
      .orderBy(accounts.name, accounts.id)
      .limit(limit),
  );
  return { choices: rows.map(accountChoice), isMore };
}

/** The staff account of an address parameter; null if there is none. */
export async function findStaffChoice(db: Db, institutionIds: number[], accountId: number): Promise<Choice | null> {
  const [row] = await staffAccounts(db).where(and(isStaff(institutionIds), eq(accounts.id, accountId)));
  return row ? accountChoice(row) : null;
}

/** People recognise names, not account ids. */
const accountChoice = ({ id: account, ...row }: { id: number; name: string; username: string }): Choice => ({
  value: String(account),
  label: accountName(row),
});

/** The data of a user's page, with what the actor can do there. */
export async function personPage(db: Db, actor: Actor, accountId: number) {
  const seen = institutionsWhere(actor, 'accounts.view');
  const editable = institutionsWhere(actor, 'accounts.edit');
  const [account, held, [visits], offer, hidden] = await Promise.all([
    findManaged(db, actor, accountId),
    heldRoles(db, accountId, seen),
    db
      .select({
        open: sql<number>`count(*) filter (where akada_session_alive(${sql.raw('sessions')}))::int`,
        last: iso(sql`max(${sessions.createdAt})`),
      })
      .from(sessions)
      .where(eq(sessions.accountId, accountId)),
    assignableRoles(db, actor, editable, accountId === actor.accountId),
    hiddenRecordsOf(db, actor, accountId),
  ]);
  const isOwn = account.id === actor.accountId;
  const seesContacts =
    isOwn || actor.isGroupAdministrator || (account.homeId !== null && seen.includes(account.homeId));
  const manage = mayManage(actor, account);
  return {
    opened: { name: account.name, email: account.email, phone: account.phone },
    person: {
      ...pick(account, 'id', 'name', 'username'),
      email: seesContacts ? account.email : null,
      phone: seesContacts ? account.phone : null,
      hidesContacts: !seesContacts,
      isGroupAdministrator: account.isGroupAdministrator,
      state: account.disabledAt
        ? ('disabled' as const)
        : account.hasPassword
          ? ('active' as const)
          : ('invited' as const),
      hasSecondFactor: account.hasSecondFactor,
      belongsElsewhere: account.institutionIds.some((institutionId) => !seen.includes(institutionId)),
      openSessions: visits?.open ?? 0,
      lastSignIn: visits?.last ?? null,
    },
    /** The institutions where the actor can suspend or remove this user's access. */
    places: isOwn
      ? []
      : editable
          .map((editableId) => held.filter(({ institutionId }) => institutionId === editableId))
          .filter(
            (here) =>
              here.length > 0 &&
              here.every((role) => !managesAccess(role) || holds(actor, role.institutionId, role.permissions)),
          )
          .map(([first]) => ({ id: first!.institutionId, isSuspended: first!.isSuspended })),
    held: held.map(({ key, permissions, isSuspended: _, ...role }) => ({
      ...role,
      mayRemove: mayAssignRole(actor, { key, permissions, institutionId: role.institutionId }, false),
    })),
    // A user joins another institution by invitation.
    roles: offer.filter(
      (role) => account.institutionIds.includes(role.institutionId) && !held.some(({ roleId }) => roleId === role.id),
    ),
    can: {
      manage,
      /** Taking over this account requires a second person's approval. */
      needsApproval: manage && (isAccountProtected(actor, account) || hidden.length > 0),
      disable: manage && !isOwn,
      give: editable.length > 0,
      audit: seen.some((institutionId) => can(actor, 'audit.view', institutionId)),
    },
  };
}

export type PersonPage = Awaited<ReturnType<typeof personPage>>;

const heldRoles = (db: Db, accountId: number, institutionIds: number[]) =>
  db
    .select({
      id: memberships.id,
      institutionId: memberships.institutionId,
      roleId: roles.id,
      role: roles.name,
      key: roles.key,
      permissions: roles.permissions,
      isSuspended: sql<boolean>`${memberships.suspendedAt} is not null`,
      /** The employee or guardian linked to the role. */
      employee: sql<
        string | null
      >`coalesce(${employees.surname} || ', ' || ${employees.firstName}, ${guardians.surname} || ', ' || ${guardians.firstName})`,
    })
    .from(memberships)
    .innerJoin(roles, hasKey(roles, memberships.institutionId, memberships.roleId))
    .leftJoin(employees, hasKey(employees, memberships.institutionId, memberships.employeeId))
    .leftJoin(guardians, hasKey(guardians, memberships.institutionId, memberships.guardianId))
    .where(and(eq(memberships.accountId, accountId), inArray(memberships.institutionId, institutionIds)))
    .orderBy(asc(memberships.institutionId), asc(memberships.id));
