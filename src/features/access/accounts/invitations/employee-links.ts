import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { entersMarks } from '../roles/protected-roles.ts';
import { type LinkedRecord, exceedsActor, type Rights, rolesOf, areContactsVerified } from './linked-records.ts';
import type { Contacts } from './contacts.ts';

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
  const rows = await query<{ roles: Rights[]; employees: string[]; is_known: boolean }>(
    tx,
    render(sql`
    select (${rolesOf(account.id)}) as roles,
      array(select distinct employee_id from memberships
        where institution_id = l.institution_id and account_id = ${account.id} and employee_id is not null) as employees,
      exists (select from audit_entries where account_id = ${actor.accountId} and subject_type = 'account'
        and subject_id = ${account.id} and (action in ('accounts.create', 'accounts.invite', 'accounts.giveResetCode', 'approvals.approve')
          or (action = 'accounts.edit' and details::text ~ '"(email|phone)"'))) as is_known
    from (select ${institutionId}::bigint as institution_id) l`),
  );
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
  const rows = await query<{ name: string }>(
    tx,
    render(sql`
    select surname || ', ' || first_name || ' (' || employee_number || ')' as name from employees
    where institution_id = ${institutionId} and id = ${employeeId}`),
  );
  return rows[0]?.name ?? null;
}
