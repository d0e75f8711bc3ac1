import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, institutionsInView, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, type Db, query, hasKey } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate, NotFound } from '#kernel/errors.ts';
import { emptyIsNull, id, line } from '#kernel/schemas.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { feeCategories } from '../fees.schema.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';

const CategoryFields = z.object({ name: line(80, 'The name') });
/** Without an account, it gets one of its own name. */
export const CreateCategory = CategoryFields.extend({ institutionId: id, ledgerAccountId: emptyIsNull(id) });

const nameTaken = (name: string): Record<string, [string, string]> => ({
  fee_categories_name: ['name', `A category named ${name} already exists. Choose a different name.`],
  ledger_accounts_name: [
    'name',
    `The chart of accounts already has an account named ${name}. Choose a different name.`,
  ],
});

/** Adds a category of fees, with an income account of its own unless one is chosen. */
export async function createCategory(
  tx: Tx,
  actor: Actor,
  { institutionId, name, ledgerAccountId: chosen }: z.infer<typeof CreateCategory>,
) {
  allow(actor, 'fees.edit', institutionId);
  await refuseTaken(tx, institutionId, name);
  if (chosen) await holdIncomeAccount(tx, institutionId, chosen);
  const ledgerAccountId = chosen ?? (await addAccount(tx, institutionId, name));
  const [row] = await refuseDuplicate(
    tx.insert(feeCategories).values({ institutionId, name, ledgerAccountId }).returning({ id: feeCategories.id }),
    nameTaken(name),
  );
  await record(tx, actor, 'fees.createCategory', {
    institutionId,
    summary: `added the fee category ${name}`,
    subject: { type: 'fee_category', id: row!.id },
    details: { name, ledgerAccountId },
  });
  return row!.id;
}

async function addAccount(tx: Tx, institutionId: number, name: string): Promise<number> {
  const code = await nextCode(tx, institutionId);
  const [account] = await refuseDuplicate(
    tx
      .insert(ledgerAccounts)
      .values({ institutionId, code, name, kind: 'income' })
      .returning({ id: ledgerAccounts.id }),
    nameTaken(name),
  );
  return account!.id;
}

/** Refused by name before the indexes would, which say it less well. */
async function refuseTaken(tx: Tx, institutionId: number, name: string, except = 0): Promise<void> {
  const rows = await query<{ name: string }>(tx, render)`select name from fee_categories
    where institution_id = ${institutionId} and lower(name) = lower(${name}) and archived_at is null and id <> ${except}`;
  if (rows[0]) throw new ValidationError(...nameTaken(rows[0].name)['fee_categories_name']!);
}

/** The code after the highest of the income accounts that are numbered in tens. */
async function nextCode(tx: Tx, institutionId: number): Promise<string> {
  await tx.execute(sql`select 1 from ledger_books where institution_id = ${institutionId} for no key update`);
  const rows = await query<{ code: string }>(tx, render)`
    select (coalesce(max(code::int) / 10 * 10, 4090) + 10)::text as code from ledger_accounts
    where institution_id = ${institutionId} and code ~ '^4[1-9][0-9]{2}$'`;
  return rows[0]!.code;
}

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
  const rows = await query<CategoryRow>(db, render)`${select}
    where c.institution_id = any (${ids}::int[]) order by c.archived_at is not null, c.institution_id, a.code, c.id`;
  return rows;
}

export async function findCategory(db: Db, actor: Actor, categoryId: number): Promise<CategoryRow> {
  const ids = sql.param(institutionsWhere(actor, 'fees.view'));
  const rows = await query<CategoryRow>(db, render)`
    ${select} where c.institution_id = any (${ids}::int[]) and c.id = ${categoryId}`;
  if (!rows[0]) throw new NotFound('fee category');
  return rows[0];
}

async function lockCategory(tx: Tx, actor: Actor, categoryId: number): Promise<CategoryRow> {
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
  const rows = await query<IncomeAccount>(db, render)`select id, code, name from ledger_accounts
    where institution_id = ${institutionId} and kind = 'income' and archived_at is null and (role is null or role = 'income')
    order by code`;
  return rows;
}

/** Keeps the account from being archived until the category uses it. */
async function holdIncomeAccount(tx: Tx, institutionId: number, accountId: number): Promise<void> {
  const { rows } = await tx.execute(sql`select from ledger_accounts
    where institution_id = ${institutionId} and id = ${accountId} and kind = 'income' and archived_at is null
      and (role is null or role = 'income') for key share`);
  if (rows.length === 0) throw new ValidationError('ledgerAccountId', 'Choose an income account from the list.');
}

export const EditCategory = edits(CategoryFields.extend({ ledgerAccountId: id }));

/**
 * Changes the name or the income account of a category; what is posted stays where it is. Its account takes the name too,
 * as long as both had the same.
 */
export const editCategory = editRecord({
  action: 'fees.editCategory',
  type: 'fee_category',
  table: feeCategories,
  may: 'fees.edit',
  fields: EditCategory,
  lock: lockCategory,
  check: async ({ tx, before, values, changes }) => {
    await refuseTaken(tx, before.institutionId, values.name, before.id);
    if (changes['ledgerAccountId']) await holdIncomeAccount(tx, before.institutionId, values.ledgerAccountId);
  },
  taken: ({ values }) => nameTaken(values.name),
  alsoWrite: async ({ tx, before, values }) => {
    if (before.account !== before.name || before.ledgerAccountId !== values.ledgerAccountId) return;
    await refuseDuplicate(
      tx
        .update(ledgerAccounts)
        .set({ name: values.name })
        .where(hasKey(ledgerAccounts, before.institutionId, before.ledgerAccountId)),
      nameTaken(values.name),
    );
  },
  nameOf: ({ values }) => values.name,
});

/** Archives a category, so that new fees don't offer it, or restores it. Its account stays. */
export async function archiveCategory(tx: Tx, actor: Actor, categoryId: number, isArchived: boolean): Promise<string> {
  const category = await lockCategory(tx, actor, categoryId);
  const { institutionId, name } = category;
  allow(actor, 'fees.edit', institutionId);
  if (category.isArchived === isArchived) return name;
  const rows = await query<{ n: number }>(tx, render)`select count(*)::int as n from fee_categories
    where institution_id = ${institutionId} and archived_at is null`;
  if (isArchived && rows[0]!.n === 1)
    throw new ValidationError('form', `${name} is the only category. Add another one first.`);
  await refuseDuplicate(
    tx
      .update(feeCategories)
      .set({ archivedAt: isArchived ? sql`now()` : null })
      .where(hasKey(feeCategories, institutionId, categoryId)),
    { fee_categories_name: ['form', nameTaken(name)['fee_categories_name']![1]] },
  );
  if (!isArchived) await restoreAccount(tx, category);
  await record(tx, actor, isArchived ? 'fees.archiveCategory' : 'fees.restoreCategory', {
    institutionId,
    summary: `${isArchived ? 'archived' : 'restored'} the fee category ${name}`,
    subject: { type: 'fee_category', id: categoryId },
  });
  return name;
}

/** Its account may have been archived meanwhile; a category that is in use needs it. */
const restoreAccount = (tx: Tx, { institutionId, ledgerAccountId, account }: CategoryRow) =>
  refuseDuplicate(
    tx
      .update(ledgerAccounts)
      .set({ archivedAt: null })
      .where(hasKey(ledgerAccounts, institutionId, ledgerAccountId)),
    { ledger_accounts_name: ['form', nameTaken(account)['ledger_accounts_name']![1]] },
  );
