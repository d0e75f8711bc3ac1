import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { feeCategories } from '../fees.schema.ts';
import { holdIncomeAccount, lockCategory, type CategoryRow } from './categories.queries.ts';
import { CategoryFields, nameTaken, refuseTaken } from './create-category.ts';

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
        .where(
          and(eq(ledgerAccounts.institutionId, before.institutionId), eq(ledgerAccounts.id, before.ledgerAccountId)),
        ),
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
  const rows = await query<{ n: number }>(
    tx,
    render(sql`select count(*)::int as n from fee_categories
    where institution_id = ${institutionId} and archived_at is null`),
  );
  if (isArchived && rows[0]!.n === 1)
    throw new ValidationError('form', `${name} is the only category. Add another one first.`);
  await refuseDuplicate(
    tx
      .update(feeCategories)
      .set({ archivedAt: isArchived ? sql`now()` : null })
      .where(and(eq(feeCategories.institutionId, institutionId), eq(feeCategories.id, categoryId))),
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
      .where(and(eq(ledgerAccounts.institutionId, institutionId), eq(ledgerAccounts.id, ledgerAccountId))),
    { ledger_accounts_name: ['form', nameTaken(account)['ledger_accounts_name']![1]] },
  );
