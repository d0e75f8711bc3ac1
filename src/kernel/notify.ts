import { sql, type SQL } from 'drizzle-orm';
import { clipped } from './clipped.ts';
import { query, render, type Tx } from './database.ts';
import type { Permission } from './permissions.ts';
import { notifications } from './tables.ts';

export interface Notification {
  institutionId: number;
  /** Accounts, or queries from `employeesOf` and `holdersOf`. Accounts that cannot sign in are skipped. */
  to: readonly number[] | SQL;
  /** Not notified: the person who did it. */
  except?: number | null;
  /** 'imports.done': the noun and the event. */
  kind: string;
  /** One sentence. Plain text, like the body: a page shows it unchanged. */
  title: string;
  body?: string | null;
  /** The link to open, inside the product. */
  href?: string;
  /** The key for `takeBack`: 'assignment:12'. */
  subject?: string;
}

/** Creates notifications in the transaction of the event: either both are saved, or neither. */
export async function notify(tx: Tx, { institutionId, to, except, ...said }: Notification): Promise<void> {
  if (Array.isArray(to) && to.length === 0) return;
  const who = Array.isArray(to) ? sql`select unnest(${sql.param(to)}::bigint[])` : (to as SQL);
  // As an array: without statistics the planner would run the query once for each account.
  await tx.execute(sql`insert into ${notifications} (institution_id, account_id, kind, title, body, href, subject)
    select ${institutionId}, a.id, ${said.kind}, ${clipped(said.title, 160)}, ${said.body ? clipped(said.body, 400) : null},
      ${said.href ?? null}, ${said.subject ?? null}
    from accounts a where a.id = any (array(${who})) and a.id is distinct from ${except ?? null}::bigint and a.disabled_at is null`);
}

/** Removes unread notifications; returns the accounts that have read theirs and may need another message. */
export async function takeBack(tx: Tx, institutionId: number, subject: string): Promise<number[]> {
  const had = await query<{ accountId: number; wasRead: boolean }>(
    tx,
    render(sql`
    with told as (
      select id, account_id, read_at is not null as was_read from ${notifications}
      where institution_id = ${institutionId} and subject = ${subject} for update),
    gone as (
      delete from ${notifications} where institution_id = ${institutionId}
        and id in (select id from told where not was_read))
    select account_id as "accountId", was_read as "wasRead" from told`),
  );
  return [...new Set(had.filter(({ wasRead }) => wasRead).map(({ accountId }) => accountId))];
}

/** The accounts of an institution's employees; `employees` is a query of their ids. */
export const employeesOf = (institutionId: number, employees: SQL): SQL =>
  sql`select m.account_id from memberships m where m.institution_id = ${institutionId} and m.suspended_at is null and m.employee_id in (${employees})`;

/** The accounts that have a permission in an institution through one of its roles. */
export const holdersOf = (institutionId: number, permission: Permission): SQL =>
  sql`select m.account_id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and m.suspended_at is null and (r.key = 'owner' or r.permissions @> array[${permission}::text])`;

/** Notifies the people who run the installation: all group administrators and ICT administrators. */
export async function notifyKeepers(tx: Tx, kind: string, title: string, body: string): Promise<void> {
  await query(tx, {
    text: 'select akada_notify_keepers($1, $2, $3)',
    values: [kind, clipped(title, 160), clipped(body, 400)],
  });
}
