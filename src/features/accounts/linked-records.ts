import { sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import type {} from '#features/employees/employees.policy.ts';
import type {} from '#features/students/students.policy.ts';
import type { RoleRights } from './accounts.policy.ts';
import { isAccountProtected, entersMarks } from './protected-roles.ts';

/*
 * An account that is linked to an employee's, a guardian's or a student's record shows its person restricted data, and
 * a teacher's enters marks. Whoever links it, or changes where it is reached, must not get at these: the link goes to
 * contacts that were on the record before, unless this person may see the data anyway or a second person agrees. A
 * reset code or a removed second factor needs a second person too.
 */

export interface Contacts {
  email: string | null;
  phone: string | null;
}

export interface LinkedRecord {
  institutionId: number;
  type: 'employee' | 'guardian' | 'student';
  id: number;
  /**
   * The account enters marks in this employee's name. Nobody but an owner reaches marks by way of somebody's account.
   */
  opensMarks?: boolean;
}

const opens: Record<LinkedRecord['type'], readonly Permission[]> = {
  employee: ['employees.viewPrivate', 'employees.viewHealth', 'employees.viewReligion'],
  guardian: ['students.viewPrivate', 'students.viewHealth', 'students.viewReligion'],
  student: ['students.viewPrivate', 'students.viewHealth', 'students.viewReligion'],
};
const tables = { employee: sql`employees`, guardian: sql`guardians`, student: sql`students` };

/** Whether the actor sees all that an account linked to such a record shows. */
export const seesRecord = (
  actor: Actor,
  { institutionId, type }: Pick<LinkedRecord, 'institutionId' | 'type'>,
): boolean => opens[type].every((permission) => can(actor, permission, institutionId));

/** Whether an account linked to the record opens something that the actor does not have. */
const opensMore = (actor: Actor, record: Omit<LinkedRecord, 'id'>): boolean =>
  !seesRecord(actor, record) || Boolean(record.opensMarks && !membershipIn(actor, record.institutionId)?.isOwner);

/** The records that the account is linked to and that open to it what the actor does not have. */
export async function hiddenRecordsOf(db: Db, actor: Actor, accountId: number): Promise<LinkedRecord[]> {
  if (accountId === actor.accountId) return [];
  const { rows } = await db.execute<LinkedTo>(sql`
    select l.institution_id, l.type, l.id, (${rolesOf(accountId)}) as roles
    from (select distinct m.institution_id, one.* from memberships m
      cross join lateral (values ('employee', m.employee_id), ('guardian', m.guardian_id), ('student', m.student_id)) one(type, id)
      where m.account_id = ${accountId} and one.id is not null) l
    order by l.institution_id, l.type, l.id`);
  return rows
    .map(({ institution_id: institutionId, type, id, roles }) => ({
      ...{ institutionId: Number(institutionId), type, id: Number(id) },
      opensMarks: type === 'employee' && roles.some(entersMarks),
    }))
    .filter((record) => opensMore(actor, record));
}
type Rights = Pick<RoleRights, 'key' | 'permissions'>;
type LinkedTo = { institution_id: string; type: LinkedRecord['type']; id: string; roles: Rights[] };

/** All roles that the account has in the institution `l`: one tied to nobody counts for the employee of another too. */
const rolesOf = (accountId: number) => sql`
  select coalesce(json_agg(json_build_object('key', r.key, 'permissions', r.permissions)), '[]')
  from memberships held join roles r on (r.institution_id, r.id) = (held.institution_id, held.role_id)
  where held.institution_id = l.institution_id and held.account_id = ${accountId}`;

/** Whether a code for a new password, or the end of the second factor, needs a second person. */
export const isSignInProtected = async (
  db: Db,
  actor: Actor,
  account: Parameters<typeof isAccountProtected>[1],
): Promise<boolean> => isAccountProtected(actor, account) || (await hiddenRecordsOf(db, actor, account.id)).length > 0;

/** Whether these contacts are all on the record, and the actor had no hand in them for a day; where marks are, ever. */
export async function areContactsVerified(tx: Tx, actor: Actor, record: LinkedRecord, { email, phone }: Contacts) {
  if (!email && !phone) return false;
  const { rows } = await tx.execute(sql`
    select from ${tables[record.type]} where institution_id = ${record.institutionId} and id = ${record.id}
      and (${email}::text is null or lower(email) = lower(${email}))
      and (${phone}::text is null or ${phone} in (phone, mobile))`);
  return rows.length > 0 && !(await recentlyChangedContacts(tx, actor, record));
}

/**
 * Whether an account for these records would be reached where one of them does not say, as far as the actor may know.
 */
export async function hasUnverifiedContacts(tx: Tx, actor: Actor, records: LinkedRecord[], contacts: Contacts) {
  for (const record of records) if (!(await areContactsVerified(tx, actor, record, contacts))) return true;
  return false;
}

/**
 * Whether the actor had a hand in where an account for this record is reached, or in what it opens, within a day: added
 * the record or changed its contacts, linked or merged it, or imported a file that touched it. Owners see all of it
 * anyway.
 */
export async function recentlyChangedContacts(
  tx: Tx,
  actor: Actor,
  { institutionId, type, id, opensMarks = false }: LinkedRecord,
): Promise<boolean> {
  if (membershipIn(actor, institutionId)?.isOwner) return false;
  const table = tables[type];
  // A file of students brings guardians too.
  const isElsewhere = {
    employee: sql`i.kind <> 'employees'`,
    student: sql`i.kind = 'employees'`,
    guardian: sql`false`,
  };
  // Who adds a teacher and waits would otherwise sign in as that teacher.
  const isRecent = opensMarks ? sql`true` : sql`e.at > now() - interval '24 hours'`;
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    with recursive same as (select ${id}::bigint as id union
      select p.id from ${table} p join same on p.merged_into_id = same.id where p.institution_id = ${institutionId})
    select exists (
      select from audit_entries e where e.institution_id = ${institutionId} and e.account_id = ${actor.accountId}
        and ${isRecent} and e.subject_type = ${type} and e.subject_id in (select id from same)
        and (e.action ~* '(create|\.link|merge|import|undo)'
          or (e.action ~* 'edit' and e.details::text ~ '"(email|phone|mobile)"')))
    or exists (
      select from imports i join ${table} p on p.institution_id = i.institution_id and p.id = ${id}
      where i.institution_id = ${institutionId} and i.account_id = ${actor.accountId} and not ${isElsewhere[type]}
        and coalesce(i.finished_at, now()) > now() - interval '24 hours'
        and greatest(p.created_at, p.updated_at) >= i.created_at) as found`);
  return rows[0]!.found;
}

/** For the second person. */
export const approvalReason: [label: string, value: string] = [
  'Why you are asked',
  'The account opens restricted data or marks that the person who asks can’t reach, and these contacts were not on the record before. Check that they belong to this person.',
];

/**
 * Where the invitation to a record goes that the actor may not see; without an address it would be in the actor's
 * hands.
 */
export function requireContact({ email, phone }: Contacts): void {
  if (email || phone) return;
  throw new Refused(
    'email',
    'Enter the e-mail address or phone number on the employee’s record. The invitation is sent there.',
  );
}

/** Whether the new link to an employee's record needs a second person; the account is not invited yet. */
export async function opensEmployee(tx: Tx, actor: Actor, link: EmployeeLink, contacts: Contacts): Promise<boolean> {
  const record = recordOf(link);
  return record !== null && opensMore(actor, record) && !(await areContactsVerified(tx, actor, record, contacts));
}

/** An account that is to have these roles in an employee's name. */
interface EmployeeLink {
  institutionId: number;
  employeeId: number | null;
  roles: Rights[];
}

const recordOf = ({ institutionId, employeeId, roles }: EmployeeLink): LinkedRecord | null =>
  employeeId === null ? null : { institutionId, type: 'employee', id: employeeId, opensMarks: roles.some(entersMarks) };

/** Whether an account with these roles in an employee's name opens what the actor does not have. */
export function isLinkHidden(actor: Actor, link: EmployeeLink): boolean {
  const record = recordOf(link);
  return record !== null && opensMore(actor, record);
}

/**
 * The same of an account that is there, by another link or by a role that enters marks. Whoever made the account, its
 * link or its code may know its password, at any time since.
 */
export async function opensEmployeeTo(
  tx: Tx,
  actor: Actor,
  { institutionId, employeeId, roles }: EmployeeLink,
  account: Contacts & { id: number },
): Promise<boolean> {
  if (account.id === actor.accountId) return false;
  const { rows } = await tx.execute<{ roles: Rights[]; employees: string[]; is_known: boolean }>(sql`
    select (${rolesOf(account.id)}) as roles,
      array(select distinct employee_id from memberships
        where institution_id = l.institution_id and account_id = ${account.id} and employee_id is not null) as employees,
      exists (select from audit_entries where account_id = ${actor.accountId} and subject_type = 'account'
        and subject_id = ${account.id} and (action in ('accounts.create', 'accounts.invite', 'accounts.giveResetCode', 'approvals.approve')
          or (action = 'accounts.edit' and details::text ~ '"(email|phone)"'))) as is_known
    from (select ${institutionId}::bigint as institution_id) l`);
  const { roles: held, employees, is_known: isKnown } = rows[0]!;
  const before = employees.map(Number);
  const after = new Set(employeeId === null ? before : [...before, employeeId]);
  const opensMarks = [...held, ...roles].some(entersMarks);
  for (const id of after) {
    const record = { institutionId, type: 'employee' as const, id, opensMarks };
    const isOpen = before.includes(id) && (!opensMarks || held.some(entersMarks));
    if (isOpen || !opensMore(actor, record)) continue;
    if (isKnown || !(await areContactsVerified(tx, actor, record, account))) return true;
  }
  return false;
}

/** 'Salami, Bola (T/501)' */
export async function employeeLabel(tx: Tx, institutionId: number, employeeId: number | null): Promise<string | null> {
  if (employeeId === null) return null;
  const { rows } = await tx.execute<{ name: string }>(sql`
    select surname || ', ' || first_name || ' (' || employee_number || ')' as name from employees
    where institution_id = ${institutionId} and id = ${employeeId}`);
  return rows[0]?.name ?? null;
}

/** 'f•••@example.com and •••• 0001': enough to recognise. */
export function masked({ email, phone }: Contacts): string {
  const parts = [email && email.replace(/^(.)[^@]*/, '$1•••'), phone && `•••• ${phone.slice(-4)}`];
  return parts.filter(Boolean).join(' and ');
}
