import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, queryParam } from '#kernel/schemas.ts';
import { booksInView } from '../accounts/accounts.queries.ts';
import { manualOf, noteOfLine } from '../journal/entry.queries.ts';
import { sources } from '#features/money/ledger/sources.ts';

export const LedgerPeriod = z.object({ ...viewFields, from: queryParam(day), to: queryParam(day) });
export type LedgerPeriod = z.infer<typeof LedgerPeriod>;

const columns: ExportColumn[] = [
  { header: 'Entry', kind: 'number', width: 10 },
  { header: 'Date', kind: 'day', width: 12 },
  { header: 'Source', kind: 'text', width: 20 },
  { header: 'Source number', kind: 'number', width: 14 },
  { header: 'Description', kind: 'text', width: 44 },
  { header: 'Account code', kind: 'text', width: 12 },
  { header: 'Account', kind: 'text', width: 26 },
  { header: 'Admission number', kind: 'text', width: 18 },
  { header: 'Debit', kind: 'number', width: 16 },
  { header: 'Credit', kind: 'number', width: 16 },
  { header: 'Currency', kind: 'text', width: 9 },
  { header: 'Note', kind: 'text', width: 30 },
];

/** The days asked for, as a condition on lines `l`. */
export const inPeriod = ({ from, to }: LedgerPeriod) =>
  sql`l.day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;

/** All lines of a period as a table, by day. */
export function exportLedger(actor: Actor, period: LedgerPeriod): ExportedTable {
  const { institutionId } = booksInView(actor, period.institution_id, 'ledger.export');
  return {
    title: 'Journal',
    counted: (rows) => `${rows} ${rows === 1 ? 'line' : 'lines'} of the journal`,
    action: 'ledger.export',
    filter: period,
    institutionIds: [institutionId],
    columns,
    rows: sql`select l.institution_id as "institutionId", json_build_array(e.id, e.day, ${wordsOfSource()}, e.source_id, e.description,
        a.code, a.name, s.admission_number, case when l.amount > 0 then l.amount / 100.0 end,
        case when l.amount < 0 then -l.amount / 100.0 end, e.currency, ${noteOfLine})::text as cells
      from ledger_lines l
      join ledger_entries e on (e.institution_id, e.id) = (l.institution_id, l.entry_id)
      join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
      left join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
      left join manual_entries m on ${manualOf}
      where l.institution_id = ${institutionId} and ${inPeriod(period)} order by l.day, l.entry_id, l.position`,
  };
}

const wordsOfSource = () => sql`(${JSON.stringify(sources)}::jsonb ->> e.source)`;
