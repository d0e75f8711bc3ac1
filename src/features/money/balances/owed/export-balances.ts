import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { agesOf, balancesOf, keyOf } from './balances.queries.ts';
import type { BalanceFilter } from './balance-filters.ts';

const amount = (header: string): ExportColumn => ({ header, kind: 'number', width: 16 });
const columns: ExportColumn[] = [
  { header: 'Institution', kind: 'text', width: 28 },
  { header: 'Admission number', kind: 'text', width: 18 },
  { header: 'Student', kind: 'text', width: 32 },
  { header: 'Class', kind: 'text', width: 20 },
  { header: 'Currency', kind: 'text', width: 9 },
  ...['Owed', 'Credit', 'Not yet due', '0–30 days', '31–60 days', '61–90 days', 'Over 90 days'].map(amount),
];

/** All balances of the address as a table, the largest first; amounts with two decimals. */
export function exportBalances(actor: Actor, filter: BalanceFilter): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'fees.export').filter((id) =>
    institutionsInView(actor, filter.institution_id, 'fees.view').includes(id),
  );
  if (institutionIds.length === 0) throw new NotAllowed();
  const { from, where } = balancesOf(actor, filter);
  const cells = ['p.owed', 'p.credit', 'a.not_due', 'a.days30', 'a.days60', 'a.days90', 'a.older'].map(
    (column) => `round(coalesce(${column}, 0) / 100.0, 2)`,
  );
  return {
    title: 'Balances',
    counted: (rows) => `${rows} ${rows === 1 ? 'balance' : 'balances'}`,
    action: 'fees.exportBalances',
    filter,
    institutionIds,
    columns,
    of: 'student',
    rows: sql`with page as materialized (
        select b.institution_id, b.student_id, b.owed, b.credit, ${keyOf(filter)} as key from ${from}
        where ${where} and b.institution_id = any (${sql.param(institutionIds)}::int[])),
      ${agesOf(sql`page`)}
      select p.institution_id as "institutionId", p.student_id as id, json_build_array(n.name, s.admission_number,
          concat_ws(', ', s.surname, concat_ws(' ', s.first_name, s.middle_name)), t.name, n.currency,
          ${sql.raw(cells.join(', '))})::text as cells
      from page p join students s on (s.institution_id, s.id) = (p.institution_id, p.student_id)
      join institutions n on n.id = p.institution_id
      left join batches t on (t.institution_id, t.id) = (s.institution_id, s.batch_id)
      left join age a on a.student_id = p.student_id
      order by p.key desc, p.student_id`,
  };
}
