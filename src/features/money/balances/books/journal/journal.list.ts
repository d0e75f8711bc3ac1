import { eq, gte, lte, sql, type SQL } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchText } from '#kernel/list/filters.ts';
import { choice, day, id } from '#kernel/schemas.ts';
import { literally } from '#kernel/searchable.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { ledgerEntries } from '#features/money/ledger/ledger.schema.ts';
import { sources } from '#features/money/ledger/sources.ts';

/** The journal, the latest entry first. */
export const journal = declareList({
  id: ledgerEntries.id,
  visible: inInstitutions(ledgerEntries.institutionId, 'ledger.view'),
  filters: {
    q: filterBy(searchText, found),
    account: filterBy(
      id,
      (account) => sql`exists (select from ledger_lines l where l.institution_id = ${ledgerEntries.institutionId}
        and l.entry_id = ${ledgerEntries.id} and l.ledger_account_id = ${account})`,
    ),
    source: filterBy(choice(sources), (source) => eq(ledgerEntries.source, source)),
    from: filterBy(day, (from) => gte(ledgerEntries.day, from)),
    to: filterBy(day, (to) => lte(ledgerEntries.day, to)),
  },
  select: (db) =>
    db
      .select({
        id: ledgerEntries.id,
        institutionId: ledgerEntries.institutionId,
        day: ledgerEntries.day,
        source: ledgerEntries.source,
        description: ledgerEntries.description,
        currency: ledgerEntries.currency,
        amount: sql<number>`(select coalesce(sum(l.amount), 0)::bigint from ledger_lines l where l.amount > 0
          and l.institution_id = ${withTable(ledgerEntries.institutionId)} and l.entry_id = ${withTable(ledgerEntries.id)})`,
      })
      .from(ledgerEntries),
});
export type JournalRow = Awaited<ReturnType<typeof journal.readPage>>['rows'][number];

const documents = {
  inv: ['invoice', 'invoices', 'number'],
  rct: ['payment', 'payments', 'receipt_number'],
  crn: ['credit_note', 'credit_notes', 'number'],
} as const;

/** An entry by its number, a document by its own (INV-000123), otherwise words of the description. */
function found(text: string): SQL {
  const entry = /^#?(\d{1,16})$/.exec(text)?.[1];
  if (entry) return sql`${ledgerEntries.id} = ${Number(entry)}`;
  const [, kind, number] = /^(inv|rct|crn)-?0*(\d{1,9})$/i.exec(text) ?? [];
  if (kind && number) {
    const [source, table, column] = documents[kind.toLowerCase() as keyof typeof documents];
    return sql`${ledgerEntries.source} = ${source} and ${ledgerEntries.sourceId} in (
      select d.id from ${sql.identifier(table)} d where d.institution_id = ${ledgerEntries.institutionId}
        and d.${sql.identifier(column)} = ${Number(number)})`;
  }
  const words = text.split(/\s+/).slice(0, 6);
  return sql.join(
    words.map((word) => sql`${ledgerEntries.description} ilike '%' || ${literally(word)} || '%'`),
    sql` and `,
  );
}
