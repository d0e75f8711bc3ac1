import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { AccountKind, AccountRole } from '#features/money/ledger/chart.ts';

export interface Account {
  institutionId: number;
  id: number;
  code: string;
  name: string;
  kind: AccountKind;
  role: AccountRole | null;
  note: string | null;
  isArchived: boolean;
}

const select = (actor: Actor, accountId: number) => sql`
  select institution_id as "institutionId", id, code, name, kind, role, note, archived_at is not null as "isArchived"
  from ledger_accounts where id = ${accountId}
    and institution_id = any (${sql.param(institutionsWhere(actor, 'ledger.view'))}::int[])`;

export async function findAccount(db: Db, actor: Actor, accountId: number): Promise<Account> {
  const rows = await query<Account>(db, render(select(actor, accountId)));
  if (!rows[0]) throw new NotFound('account');
  return rows[0];
}

/** Locks an account against everything, also against lines and categories that would begin to use it. */
export async function lockAccount(tx: Tx, actor: Actor, accountId: number): Promise<Account> {
  const rows = await query<Account>(tx, render(sql`${select(actor, accountId)} for update`));
  if (!rows[0]) throw new NotFound('account');
  return rows[0];
}
