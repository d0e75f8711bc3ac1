import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { ledgerAccounts, ledgerEntries, ledgerLines } from '#features/money/ledger/ledger.schema.ts';
import { refuseUnqualifiedColumns } from './unqualified-columns.ts';

refuseUnqualifiedColumns();
const db = drizzle.mock({ casing: 'snake_case' });
/** What fees once showed: the sum of other rows, because the column lost its table. */
const sum = sql<number>`(select sum(l.amount) from ledger_lines l where l.ledger_account_id = ${ledgerAccounts.id})`;
const refused = /id is written without its table/;

test('a column of the outer table in a subquery of a select from one table is refused, also under an alias', () => {
  expect(() => db.select({ sum }).from(ledgerAccounts).toSQL()).toThrow(refused);
  expect(() =>
    db
      .select({ sum: sum.as('sum') })
      .from(ledgerAccounts)
      .toSQL(),
  ).toThrow(refused);
  expect(() => db.update(ledgerAccounts).set({ name: 'Cash' }).returning({ sum }).toSQL()).toThrow(refused);
  const nested = sql`coalesce((select 1 where (${ledgerAccounts.id} > 0)), ${ledgerAccounts.code})`;
  expect(() => db.select({ nested }).from(ledgerAccounts).toSQL()).toThrow(refused);
});

test('what keeps its table, or means the subquery’s own, is not refused', () => {
  const joined = db
    .select({ sum })
    .from(ledgerAccounts)
    .innerJoin(ledgerLines, eq(ledgerLines.ledgerAccountId, ledgerAccounts.id));
  expect(joined.toSQL().sql).toContain('l.ledger_account_id = "ledger_accounts"."id"');
  const where = db
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(sql`${sum} > 0`);
  expect(where.toSQL().sql).toContain('"ledger_accounts"."id"');
  const byHand = sql`(select 1 from ledger_lines l where l.ledger_account_id = ledger_accounts.id)`;
  const own = sql`(select max(${ledgerEntries.id}) from ${ledgerEntries})`;
  const outside = sql`upper(${ledgerAccounts.code}) || (select 'x')`;
  expect(() => db.select({ byHand, own, outside }).from(ledgerAccounts).toSQL()).not.toThrow();
});
