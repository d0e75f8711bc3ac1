import { desc, eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { accounts, institutions } from '#kernel/identity.schema.ts';
import { payments } from '../payments.schema.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses } from '../payments.ts';
import { areCounted } from '../payments.access.ts';
import { names, refundedOf } from './names.ts';
import { paymentList } from './payments.list.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';

export const ExportPayments = paymentList.Filter.omit({ after: true });

const text = (header: string, width: number): ExportColumn => ({ header, kind: 'text', width });
const columns: ExportColumn[] = [
  text('Receipt', 14),
  { header: 'Day', kind: 'day', width: 12 },
  text('Institution', 28),
  text('Paid for', 40),
  text('Payer', 28),
  text('Channel', 12),
  text('Reference', 22),
  { header: 'Amount', kind: 'number', width: 16 },
  { header: 'Refunded', kind: 'number', width: 16 },
  text('Currency', 9),
  text('Status', 16),
  text('Cashier', 24),
];

/** The label of a key, in SQL. */
const labelled = (column: unknown, labels: Record<string, string>) =>
  sql`(${JSON.stringify(labels)}::jsonb ->> ${column})`;

/** Payments as a table, latest first; amounts in major units. */
export function exportPayments(actor: Actor, filter: z.infer<typeof ExportPayments>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'payments.export');
  const conditions = paymentList.conditions(actor, filter);
  if (institutionIds.length === 0 || conditions.length === 0) throw new NotAllowed();
  const cells = cellsOf([
    documentNumber('RCT', payments.receiptNumber),
    payments.day,
    institutions.name,
    names,
    payments.payerName,
    labelled(payments.channel, channels),
    payments.reference,
    sql`${payments.amount} / 100.0`,
    sql`${refundedOf} / 100.0`,
    payments.currency,
    labelled(payments.status, paymentStatuses),
    accounts.name,
  ]);
  return {
    title: 'Payments',
    counted: (rows) => `${rows} ${rows === 1 ? 'payment' : 'payments'}`,
    action: 'payments.export',
    filter,
    institutionIds,
    columns,
    rows: sql`select ${payments.institutionId} as "institutionId", ${cells} from ${payments}
      join ${institutions} on ${eq(institutions.id, payments.institutionId)}
      left join ${accounts} on ${eq(accounts.id, payments.accountId)}
      where ${or(...conditions)} and ${areCounted(actor, filter.institution_id)} and payments.institution_id = any (${sql.param(institutionIds)}::int[])
      order by ${desc(payments.id)}`,
  };
}
