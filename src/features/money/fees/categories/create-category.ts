import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { emptyIsNull, id, line } from '#kernel/schemas.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { feeCategories } from '../fees.schema.ts';
import { holdIncomeAccount } from './categories.queries.ts';

export const CategoryFields = z.object({ name: line(80, 'The name') });
/** Without an account, it gets one of its own name. */
export const CreateCategory = CategoryFields.extend({ institutionId: id, ledgerAccountId: emptyIsNull(id) });

export const nameTaken = (name: string): Record<string, [string, string]> => ({
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
export async function refuseTaken(tx: Tx, institutionId: number, name: string, except = 0): Promise<void> {
  const rows = await query<{ name: string }>(
    tx,
    render(sql`select name from fee_categories
    where institution_id = ${institutionId} and lower(name) = lower(${name}) and archived_at is null and id <> ${except}`),
  );
  if (rows[0]) throw new ValidationError(...nameTaken(rows[0].name)['fee_categories_name']!);
}

/** The code after the highest of the income accounts that are numbered in tens. */
async function nextCode(tx: Tx, institutionId: number): Promise<string> {
  await tx.execute(sql`select 1 from ledger_books where institution_id = ${institutionId} for no key update`);
  const rows = await query<{ code: string }>(
    tx,
    render(sql`
    select (coalesce(max(code::int) / 10 * 10, 4090) + 10)::text as code from ledger_accounts
    where institution_id = ${institutionId} and code ~ '^4[1-9][0-9]{2}$'`),
  );
  return rows[0]!.code;
}
