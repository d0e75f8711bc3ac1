import { sql } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';

export interface CategoryRow {
  id: number;
  institutionId: number;
  name: string;
  account: string;
  accountCode: string;
  ledgerAccountId: number;
  isArchived: boolean;
  fees: number;
}

const select = sql`select c.id, c.institution_id as "institutionId", c.name, a.name as account, a.code as "accountCode",
  a.id as "ledgerAccountId", c.archived_at is not null as "isArchived",
  (select count(distinct p.fee_id)::int from fee_particulars p
    where p.institution_id = c.institution_id and p.category_id = c.id) as fees
  from fee_categories c join ledger_accounts a on (a.institution_id, a.id) = (c.institution_id, c.ledger_account_id)`;

/** The fee categories with their income accounts; archived ones last. */
export async function listCategories(db: Db, actor: Actor, wanted?: number): Promise<CategoryRow[]> {
  const ids = sql.param(institutionsInView(actor, wanted, 'fees.view'));
  const rows = await query<CategoryRow>(
    db,
    render(sql`${select}
    where c.institution_id = any (${ids}::int[]) order by c.archived_at is not null, c.institution_id, a.code, c.id`),
  );
  return rows;
}

export async function findCategory(db: Db, actor: Actor, categoryId: number): Promise<CategoryRow> {
  const ids = sql.param(institutionsWhere(actor, 'fees.view'));
  const rows = await query<CategoryRow>(
    db,
    render(sql`${select} where c.institution_id = any (${ids}::int[]) and c.id = ${categoryId}`),
  );
  if (!rows[0]) throw new NotFound('fee category');
  return rows[0];
}

export async function lockCategory(tx: Tx, actor: Actor, categoryId: number): Promise<CategoryRow> {
  await tx.execute(sql`select 1 from fee_categories
    where institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and id = ${categoryId}
    for no key update`);
  return findCategory(tx, actor, categoryId);
}

export interface IncomeAccount {
  id: number;
  code: string;
  name: string;
}

/** Accounts that a category can earn on: income that the institution added, and the general income account. */
export async function incomeAccounts(db: Db, institutionId: number): Promise<IncomeAccount[]> {
  const rows = await query<IncomeAccount>(
    db,
    render(sql`select id, code, name from ledger_accounts
    where institution_id = ${institutionId} and kind = 'income' and archived_at is null and (role is null or role = 'income')
    order by code`),
  );
  return rows;
}

/** Keeps the account from being archived until the category uses it. */
export async function holdIncomeAccount(tx: Tx, institutionId: number, accountId: number): Promise<void> {
  const { rows } = await tx.execute(sql`select from ledger_accounts
    where institution_id = ${institutionId} and id = ${accountId} and kind = 'income' and archived_at is null
      and (role is null or role = 'income') for key share`);
  if (rows.length === 0) throw new ValidationError('ledgerAccountId', 'Choose an income account from the list.');
}
