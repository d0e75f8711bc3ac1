import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { accountName } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { matches, patternsOf } from '#features/records/people/search-patterns.ts';
import { wordsIn } from '#features/records/people/search-words.ts';
import { worksHere } from '#features/records/people/works-here.ts';
import { mayAssignRole } from './accounts.policy.ts';
import { needsSecondPerson } from './roles/protected-roles.ts';

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
      id: roles.id,
      institutionId: roles.institutionId,
      name: roles.name,
      key: roles.key,
      isSeeded: roles.isSeeded,
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
    .innerJoin(roles, and(eq(roles.institutionId, memberships.institutionId), eq(roles.id, memberships.roleId)))
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
