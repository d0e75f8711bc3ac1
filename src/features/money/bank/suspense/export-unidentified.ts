import { asc, eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { unidentifiedList } from './unidentified.list.ts';

export const ExportUnidentified = unidentifiedList.Filter.omit({ after: true });

const text = (header: string, width: number): ExportColumn => ({ header, kind: 'text', width });
const columns: ExportColumn[] = [
  { header: 'Day', kind: 'day', width: 12 },
  { header: 'Amount', kind: 'number', width: 16 },
  text('Currency', 9),
  text('Channel', 12),
  text('Reference', 24),
  text('Narration', 48),
  text('Payer', 28),
  text('Receipt', 14),
  text('Institution', 28),
];

/** Unidentified payments as a table, the oldest first; amounts in major units. */
export function exportUnidentified(actor: Actor, filter: z.infer<typeof ExportUnidentified>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'payments.export');
  const conditions = unidentifiedList.conditions(actor, filter);
  if (institutionIds.length === 0 || conditions.length === 0) throw new NotAllowed();
  const cells = cellsOf([
    payments.day,
    sql`${payments.amount} / 100.0`,
    payments.currency,
    sql`(${JSON.stringify(channels)}::jsonb ->> ${payments.channel})`,
    payments.reference,
    payments.note,
    payments.payerName,
    documentNumber('RCT', payments.receiptNumber),
    institutions.name,
  ]);
  return {
    title: 'Unidentified payments',
    counted: (rows) => `${rows} unidentified ${rows === 1 ? 'payment' : 'payments'}`,
    action: 'payments.exportUnidentified',
    filter,
    institutionIds,
    columns,
    rows: sql`select ${payments.institutionId} as "institutionId", ${cells} from ${payments}
      join ${institutions} on ${eq(institutions.id, payments.institutionId)}
      where ${or(...conditions)} and payments.institution_id = any (${sql.param(institutionIds)}::int[])
      order by ${asc(payments.day)}, ${asc(payments.id)}`,
  };
}
