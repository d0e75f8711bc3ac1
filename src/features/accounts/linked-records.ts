import { sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import type {} from '#features/employees/employees.policy.ts';
import type {} from '#features/students/students.policy.ts';

/*
 * An account that is linked to an employee's or a guardian's record shows its person restricted data. Whoever links it, or
 * changes where it is reached, must not get that data: the link goes to contacts that were on the record before, unless
 * this person may see the data anyway or a second person agrees.
 */

export interface Contacts {
  email: string | null;
  phone: string | null;
}

export interface LinkedRecord {
  institutionId: number;
  type: 'employee' | 'guardian';
  id: number;
}

const opens: Record<LinkedRecord['type'], readonly Permission[]> = {
  employee: ['employees.viewPrivate', 'employees.viewHealth', 'employees.viewReligion'],
  guardian: ['students.viewPrivate', 'students.viewHealth', 'students.viewReligion'],
};
const tables = { employee: sql`employees`, guardian: sql`guardians` };

/** Whether the actor sees all that an account linked to such a record opens. */
export const seesRecord = (actor: Actor, { institutionId, type }: Omit<LinkedRecord, 'id'>): boolean =>
  opens[type].every((permission) => can(actor, permission, institutionId));

/** The records that the account is linked to and whose restricted data the actor may not see. */
export async function hiddenRecordsOf(tx: Tx, actor: Actor, accountId: number): Promise<LinkedRecord[]> {
  if (accountId === actor.accountId) return [];
  const { rows } = await tx.execute<{
    institution_id: string;
    employee_id: string | null;
    guardian_id: string | null;
  }>(sql`
    select distinct institution_id, employee_id, guardian_id from memberships
    where account_id = ${accountId} and (employee_id is not null or guardian_id is not null)`);
  return rows
    .map((row) => ({
      institutionId: Number(row.institution_id),
      type: row.employee_id === null ? ('guardian' as const) : ('employee' as const),
      id: Number(row.employee_id ?? row.guardian_id),
    }))
    .filter((record) => !seesRecord(actor, record));
}

/** Whether these contacts are all on the record, and the actor had no hand in them for a day. */
export async function areRecorded(tx: Tx, actor: Actor, record: LinkedRecord, { email, phone }: Contacts) {
  if (!email && !phone) return false;
  const { rows } = await tx.execute(sql`
    select from ${tables[record.type]} where institution_id = ${record.institutionId} and id = ${record.id}
      and (${email}::text is null or lower(email) = lower(${email}))
      and (${phone}::text is null or ${phone} in (phone, mobile))`);
  return rows.length > 0 && !(await hadHandIn(tx, actor, record));
}

/** Whether an account for these records would be reached where one of them does not say, as far as the actor may know. */
export async function leadsElsewhere(tx: Tx, actor: Actor, records: LinkedRecord[], contacts: Contacts) {
  for (const record of records) if (!(await areRecorded(tx, actor, record, contacts))) return true;
  return false;
}

/**
 * Whether the actor had a hand in where an account for this record is reached, or in what it opens, within a day: added
 * the record or changed its contacts, linked or merged it, or imported a file that touched it. Owners see all of it anyway.
 */
export async function hadHandIn(tx: Tx, actor: Actor, { institutionId, type, id }: LinkedRecord): Promise<boolean> {
  if (membershipIn(actor, institutionId)?.isOwner) return false;
  const table = tables[type];
  // A file of students brings guardians too.
  const isElsewhere = type === 'employee' ? sql`i.kind <> 'employees'` : sql`false`;
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    with recursive same as (select ${id}::bigint as id union
      select p.id from ${table} p join same on p.merged_into_id = same.id where p.institution_id = ${institutionId})
    select exists (
      select from audit_entries e where e.institution_id = ${institutionId} and e.account_id = ${actor.accountId}
        and e.at > now() - interval '24 hours' and e.subject_type = ${type} and e.subject_id in (select id from same)
        and (e.action ~* '(create|\.link|merge|import|undo)'
          or (e.action ~* 'edit' and e.details::text ~ '"(email|phone|mobile)"')))
    or exists (
      select from imports i join ${table} p on p.institution_id = i.institution_id and p.id = ${id}
      where i.institution_id = ${institutionId} and i.account_id = ${actor.accountId} and not ${isElsewhere}
        and coalesce(i.finished_at, now()) > now() - interval '24 hours'
        and greatest(p.created_at, p.updated_at) >= i.created_at) as found`);
  return rows[0]!.found;
}

/** For the second person. */
export const whyAsked: [label: string, value: string] = [
  'Why you are asked',
  'The account opens restricted data that the person who asks can’t see, and these contacts were not on the record before. Check that they belong to this person.',
];

/** Where the invitation to a record goes that the actor may not see; without an address it would be in the actor's hands. */
export function refuseUnreached({ email, phone }: Contacts): void {
  if (email || phone) return;
  throw new Refused(
    'email',
    'Enter the e-mail address or phone number on the employee’s record. The invitation is sent there.',
  );
}

/** Whether the new link to an employee's record needs a second person; the account is not invited yet. */
export async function opensEmployee(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  employeeId: number | null,
  contacts: Contacts,
): Promise<boolean> {
  if (employeeId === null) return false;
  const record = { institutionId, type: 'employee' as const, id: employeeId };
  return !seesRecord(actor, record) && !(await areRecorded(tx, actor, record, contacts));
}

/**
 * The same of an account that is there. Whoever made it, its link or its code may know its password, at any time since.
 */
export async function opensEmployeeTo(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  employeeId: number | null,
  account: Contacts & { id: number },
): Promise<boolean> {
  if (employeeId === null || account.id === actor.accountId) return false;
  const { rows } = await tx.execute<{ is_linked: boolean; is_known: boolean }>(sql`
    select exists (select from memberships where institution_id = ${institutionId} and account_id = ${account.id}
        and employee_id = ${employeeId}) as is_linked,
      exists (select from audit_entries where account_id = ${actor.accountId} and subject_type = 'account'
        and subject_id = ${account.id} and (action in ('accounts.create', 'accounts.invite', 'accounts.giveResetCode', 'approvals.approve')
          or (action = 'accounts.edit' and details::text ~ '"(email|phone)"'))) as is_known`);
  const { is_linked: isLinked, is_known: isKnown } = rows[0]!;
  if (isLinked || seesRecord(actor, { institutionId, type: 'employee' })) return false;
  return isKnown || opensEmployee(tx, actor, institutionId, employeeId, account);
}

/** 'Salami, Bola (T/501)' */
export async function employeeNamed(tx: Tx, institutionId: number, employeeId: number | null): Promise<string | null> {
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
