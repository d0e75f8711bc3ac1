import { sql, type SQL } from 'drizzle-orm';
import { clipped } from './clipped.ts';
import { rows, type Tx } from './database.ts';
import type { Permission } from './permissions.ts';
import { notifications } from './tables.ts';

export interface Notification {
  institutionId: number;
  /** Accounts, or who `employeesOf` and `holdersOf` name. Whoever cannot sign in is not told. */
  to: readonly number[] | SQL;
  /** Not told: who did it knows. */
  except?: number | null;
  /** 'imports.done': the noun and what happened. */
  kind: string;
  /** One sentence. Plain text, as the body: a page shows it as it is. */
  title: string;
  body?: string | null;
  /** Where it leads, in the product. */
  href?: string;
  /** What `takeBack` finds it by: 'assignment:12'. */
  subject?: string;
}

/** Tells people in the product, in the transaction of what happened: both are there, or neither. */
export async function notify(tx: Tx, { institutionId, to, except, ...said }: Notification): Promise<void> {
  if (Array.isArray(to) && to.length === 0) return;
  const who = Array.isArray(to) ? sql`select unnest(${sql.param(to)}::bigint[])` : (to as SQL);
  await tx.execute(sql`insert into ${notifications} (institution_id, account_id, kind, title, body, href, subject)
    select ${institutionId}, a.id, ${said.kind}, ${clipped(said.title, 160)}, ${said.body ? clipped(said.body, 400) : null},
      ${said.href ?? null}, ${said.subject ?? null}
    from accounts a where a.id in (${who}) and a.id is distinct from ${except ?? null}::bigint and a.disabled_at is null`);
}

/** Takes back what nobody has read yet; returns the accounts that have, who may have to be told otherwise. */
export async function takeBack(tx: Tx, institutionId: number, subject: string): Promise<number[]> {
  const { rows: had } = await tx.execute<{ accountId: number; wasRead: boolean }>(sql`
    with told as (
      select id, account_id, read_at is not null as was_read from ${notifications}
      where institution_id = ${institutionId} and subject = ${subject} for update),
    gone as (
      delete from ${notifications} where institution_id = ${institutionId}
        and id in (select id from told where not was_read))
    select account_id as "accountId", was_read as "wasRead" from told`);
  return [...new Set(had.filter(({ wasRead }) => wasRead).map(({ accountId }) => accountId))];
}

/** The accounts of employees of an institution; `employees` is a query of their ids. */
export const employeesOf = (institutionId: number, employees: SQL): SQL =>
  sql`select m.account_id from memberships m where m.institution_id = ${institutionId} and m.suspended_at is null and m.employee_id in (${employees})`;

/** Whoever holds a permission in an institution by a role of it. */
export const holdersOf = (institutionId: number, permission: Permission): SQL =>
  sql`select m.account_id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and m.suspended_at is null and (r.key = 'owner' or r.permissions @> array[${permission}::text])`;

/** Tells those who keep the installation running: group administrators and ICT administrators, wherever they are. */
export async function notifyKeepers(tx: Tx, kind: string, title: string, body: string): Promise<void> {
  await rows(tx, { text: 'select akada_notify_keepers($1, $2, $3)' }, [kind, clipped(title, 160), clipped(body, 400)]);
}
