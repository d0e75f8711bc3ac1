import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { render, type Db, type Tx, query } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { RoleRights } from '../accounts.policy.ts';
import { isAccountProtected, entersMarks } from '../roles/protected-roles.ts';
import { ValidationError } from '#kernel/errors.ts';

interface LinkedRecord {
  institutionId: number;
  type: 'employee' | 'guardian' | 'student';
  id: number;
  /** The account enters marks in this employee's name. Only owners may gain access to marks through another account. */
  opensMarks?: boolean;
}

const required: Record<LinkedRecord['type'], readonly Permission[]> = {
  employee: ['employees.viewPrivate', 'employees.viewHealth', 'employees.viewReligion'],
  guardian: ['students.viewPrivate', 'students.viewHealth', 'students.viewReligion'],
  student: ['students.viewPrivate', 'students.viewHealth', 'students.viewReligion'],
};

/** Whether the actor can see everything that an account linked to such a record can. */
export const seesRecord = (
  actor: Actor,
  { institutionId, type }: Pick<LinkedRecord, 'institutionId' | 'type'>,
): boolean => required[type].every((permission) => can(actor, permission, institutionId));

/** Whether an account linked to the record has access that the actor does not have. */
export const exceedsActor = (actor: Actor, record: Omit<LinkedRecord, 'id'>): boolean =>
  !seesRecord(actor, record) || Boolean(record.opensMarks && !membershipIn(actor, record.institutionId)?.isOwner);

/** The account's linked records that give it access the actor does not have. */
export const hiddenRecordsOf = async (db: Db, actor: Actor, accountId: number): Promise<LinkedRecord[]> =>
  accountId === actor.accountId
    ? []
    : (await linkedRecordsOf(db, accountId)).filter((record) => exceedsActor(actor, record));

export async function linkedRecordsOf(db: Db, accountId: number): Promise<LinkedRecord[]> {
  const rows = await query<LinkedTo>(db, render)`
    select l.institution_id, l.type, l.id, (${rolesOf(accountId)}) as roles
    from (select distinct m.institution_id, linked.* from memberships m
      cross join lateral (values ('employee', m.employee_id), ('guardian', m.guardian_id), ('student', m.student_id)) linked(type, id)
      where m.account_id = ${accountId} and linked.id is not null) l
    order by l.institution_id, l.type, l.id`;
  return rows.map(({ institution_id: institutionId, type, id, roles }) => ({
    institutionId: Number(institutionId),
    type,
    id: Number(id),
    opensMarks: type === 'employee' && roles.some(entersMarks),
  }));
}

type Rights = Pick<RoleRights, 'key' | 'permissions'>;

type LinkedTo = { institution_id: string; type: LinkedRecord['type']; id: string; roles: Rights[] };

/** All roles of the account in the institution `l`; permissions of unlinked roles apply to linked records too. */
const rolesOf = (accountId: number) => sql`
  select coalesce(json_agg(json_build_object('key', r.key, 'permissions', r.permissions)), '[]')
  from memberships held join roles r on (r.institution_id, r.id) = (held.institution_id, held.role_id)
  where held.institution_id = l.institution_id and held.account_id = ${accountId}`;

/** Whether resetting the password or removing the second factor needs a second person's approval. */
export const isSignInProtected = async (
  db: Db,
  actor: Actor,
  account: Parameters<typeof isAccountProtected>[1],
): Promise<boolean> => isAccountProtected(actor, account) || (await hiddenRecordsOf(db, actor, account.id)).length > 0;

/**
 * Whether the contacts are on the record and the actor has not changed them in the last 24 hours, or ever if the
 * account enters marks.
 */
async function areContactsVerified(tx: Tx, actor: Actor, record: LinkedRecord, { email, phone }: Contacts) {
  if (!email && !phone) return false;
  const { rows } = await tx.execute(sql`
    select from linkable_people where institution_id = ${record.institutionId} and type = ${record.type} and id = ${record.id}
      and (${email}::text is null or lower(email) = lower(${email}))
      and (${phone}::text is null or ${phone} in (phone, mobile))`);
  return rows.length > 0 && !(await recentlyChangedContacts(tx, actor, record));
}

/** Whether these contacts are unverified for any of the records. */
export async function hasUnverifiedContacts(tx: Tx, actor: Actor, records: LinkedRecord[], contacts: Contacts) {
  for (const record of records) if (!(await areContactsVerified(tx, actor, record, contacts))) return true;
  return false;
}

/**
 * Whether the actor, in the last 24 hours, added the record, changed its contacts, linked or merged it, or imported a
 * file that changed it. Owners have full access anyway.
 */
export const recentlyChangedContacts = async (tx: Tx, actor: Actor, { id, ...of }: LinkedRecord): Promise<boolean> =>
  (await recentlyChangedAmong(tx, actor, of, [id])).has(id);

/**
 * Those of these records. With `since`, those that anybody changed after a second person was asked: that person agreed to
 * the contacts of that moment.
 */
export async function recentlyChangedAmong(
  tx: Tx,
  actor: Actor,
  { institutionId, type, opensMarks = false }: Omit<LinkedRecord, 'id'>,
  ids: readonly number[],
  since: Date | null = null,
): Promise<Set<number>> {
  if (ids.length === 0 || membershipIn(actor, institutionId)?.isOwner) return new Set();
  // A students file also contains guardians.
  const isElsewhere = {
    employee: sql`i.kind <> 'employees'`,
    student: sql`i.kind = 'employees'`,
    guardian: sql`false`,
  };
  const dayAgo = sql`now() - interval '24 hours'`;
  const from = since ? sql`${since.toISOString()}::timestamptz` : dayAgo;
  const by = (account: SQL) => (since ? sql`true` : sql`${account} = ${actor.accountId}`);
  // Otherwise a user could add a teacher, wait a day, and sign in as that teacher.
  const isRecent = opensMarks && !since ? sql`true` : sql`e.at > ${from}`;
  const rows = await query<{ id: string }>(tx, render)`
    with recursive same as (select wanted.id as root, wanted.id from unnest(${sql.param(ids)}::bigint[]) wanted(id) union
      select same.root, p.id from linkable_people p join same on p.merged_into_id = same.id
      where p.institution_id = ${institutionId} and p.type = ${type})
    select same.root as id from same join audit_entries e on e.institution_id = ${institutionId}
      and ${by(sql`e.account_id`)} and ${isRecent} and e.subject_type = ${type} and e.subject_id = same.id
      and e.action <> 'invitations.printLink' and (e.action ~* '(create|link|merge|import|undo)'
        or (e.action ~* 'edit' and e.details::text ~ '"(email|phone|mobile)"'))
    union
    select p.id from imported_files i join linkable_people p on p.institution_id = i.institution_id and p.type = ${type}
      and p.id = any(${sql.param(ids)}::bigint[]) and greatest(p.created_at, p.updated_at) >= i.created_at
    where i.institution_id = ${institutionId} and ${by(sql`i.account_id`)} and not ${isElsewhere[type]}
      and coalesce(i.finished_at, now()) > ${from}`;
  return new Set(rows.map((row) => Number(row.id)));
}

/** Explains the request to the second person. */
export const approvalReason: [label: string, value: string] = [
  'Why approval is needed',
  'Codes that open this account go to these contacts, and they weren’t on the record before. Check that they belong to this person.',
];

/*
 * An account linked to an employee's, a guardian's or a student's record gives access to restricted data, and a
 * teacher's account can enter marks. Users who link it or change its contacts must not gain that access. So links go to
 * contacts that were already on the record, unless the user has the access anyway or a second person approves. A reset
 * code or the removal of a second factor also needs a second person's approval.
 */

export interface Contacts {
  email: string | null;
  phone: string | null;
}

/** Requires contacts for the invitation to a record the actor has no access to: the link must not go to the actor. */
export function requireContact({ email, phone }: Contacts): void {
  if (email || phone) return;
  throw new ValidationError(
    'email',
    'Enter the e-mail address or phone number from the employee’s record. The invitation will be sent there.',
  );
}

/** 'f•••@example.com and •••• 0001': enough to recognise. */
export function masked({ email, phone }: Contacts): string {
  const parts = [email && email.replace(/^(.)[^@]*/, '$1•••'), phone && `•••• ${phone.slice(-4)}`];
  return parts.filter(Boolean).join(' and ');
}

/** Whether linking a new account to an employee's record needs a second person's approval. */
export async function linkNeedsApproval(
  tx: Tx,
  actor: Actor,
  link: EmployeeLink,
  contacts: Contacts,
): Promise<boolean> {
  const record = recordOf(link);
  return record !== null && exceedsActor(actor, record) && !(await areContactsVerified(tx, actor, record, contacts));
}

/** Roles to add in an employee's name. */
interface EmployeeLink {
  institutionId: number;
  employeeId: number | null;
  roles: Rights[];
}

const recordOf = ({ institutionId, employeeId, roles }: EmployeeLink): LinkedRecord | null =>
  employeeId === null ? null : { institutionId, type: 'employee', id: employeeId, opensMarks: roles.some(entersMarks) };

/** Whether an account with these roles in an employee's name has access that the actor does not have. */
export function isLinkHidden(actor: Actor, link: EmployeeLink): boolean {
  const record = recordOf(link);
  return record !== null && exceedsActor(actor, record);
}

/**
 * The same for an existing account that gets a new link or a role that enters marks. A user who created the account,
 * its invitation or its reset code may know its password.
 */
export async function addedLinkNeedsApproval(
  tx: Tx,
  actor: Actor,
  { institutionId, employeeId, roles }: EmployeeLink,
  account: Contacts & { id: number },
): Promise<boolean> {
  if (account.id === actor.accountId) return false;
  const rows = await query<{ roles: Rights[]; employees: string[]; is_known: boolean }>(tx, render)`
    select (${rolesOf(account.id)}) as roles,
      array(select distinct employee_id from memberships
        where institution_id = l.institution_id and account_id = ${account.id} and employee_id is not null) as employees,
      exists (select from audit_entries where account_id = ${actor.accountId} and subject_type = 'account'
        and subject_id = ${account.id} and (action in ('accounts.create', 'accounts.invite', 'accounts.giveResetCode', 'approvals.approve')
          or (action = 'accounts.edit' and details::text ~ '"(email|phone)"'))) as is_known
    from (select ${institutionId}::bigint as institution_id) l`;
  const { roles: held, employees, is_known: isKnown } = rows[0]!;
  const before = employees.map(Number);
  const after = new Set(employeeId === null ? before : [...before, employeeId]);
  const opensMarks = [...held, ...roles].some(entersMarks);
  for (const id of after) {
    const record = { institutionId, type: 'employee' as const, id, opensMarks };
    const isOpen = before.includes(id) && (!opensMarks || held.some(entersMarks));
    if (isOpen || !exceedsActor(actor, record)) continue;
    if (isKnown || !(await areContactsVerified(tx, actor, record, account))) return true;
  }
  return false;
}

/** 'Salami, Bola (T/501)' */
export async function employeeLabel(tx: Tx, institutionId: number, employeeId: number | null): Promise<string | null> {
  if (employeeId === null) return null;
  const rows = await query<{ name: string }>(tx, render)`
    select surname || ', ' || first_name || ' (' || employee_number || ')' as name from employees
    where institution_id = ${institutionId} and id = ${employeeId}`;
  return rows[0]?.name ?? null;
}
