import { sql } from 'drizzle-orm';
import { drawingJob, printedFileDays, tidyingJob, type PrintedKind } from '#kernel/print/draw-file.ts';
import { countOf } from '#ui/format.ts';
import { billFileOf } from './bill-data.queries.ts';
import { billFiles } from './bills.schema.ts';
import { markPrinted } from './print-bills.ts';

const bills: PrintedKind<typeof billFiles.$inferSelect, Awaited<ReturnType<typeof billFileOf>>> = {
  table: billFiles,
  layout: new URL('./bill.pdf.ts', import.meta.url),
  read: (tx, files, { institutionId, invoiceIds, origin }) => billFileOf(tx, files, institutionId, invoiceIds, origin),
  countOf: (data) => data.bills.length,
  file: { purpose: 'bills', name: 'bills.pdf' },
  ready: (count, id) => ({
    kind: 'fees.billsPrinted',
    href: `/bill-files/${id}`,
    title: `${countOf(count, 'bill is', 'bills are')} ready to print`,
  }),
  alsoWhenDone: (tx, { institutionId, invoiceIds }) => markPrinted(tx, institutionId, invoiceIds),
};

/** Draws the bills of a file. */
export const printBillsJob = drawingJob('fees.printBills', bills, 'billFileId');

export const tidyBillFiles = tidyingJob(
  'fees.tidyBillFiles',
  '35 * * * *',
  sql`akada_tidy_bill_files(${printedFileDays})`,
);

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'fees.printBills': true;
    'fees.tidyBillFiles': true;
  }
}
