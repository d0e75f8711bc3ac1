import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { invoices } from '../invoices.schema.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { countOf } from '#ui/format.ts';
import { invoiceList, type InvoiceFilter } from '../records/invoices.list.ts';
import { billFiles } from './bills.schema.ts';

/** The most bills in one file. */
const mostBills = 1000;

/** Queues a file of the bills that the list shows, by class and name. Returns its id. */
export async function printBills(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  filter: InvoiceFilter,
  origin: string,
): Promise<number> {
  const [where] = invoiceList.conditions(actor, filter);
  const rows = await tx
    .select({ institutionId: invoices.institutionId, id: invoices.id })
    .from(invoices)
    .innerJoin(
      students,
      and(
        eq(students.institutionId, invoices.institutionId),
        eq(students.id, invoices.studentId),
        visibleTo(actor, students, filter.institution_id),
      ),
    )
    .leftJoin(batches, hasKey(batches, invoices.institutionId, invoices.batchId))
    .where(where)
    .orderBy(asc(batches.name), asc(students.sortName), asc(invoices.id))
    .limit(mostBills + 1);
  if (rows.length === 0) throw new ValidationError('form', 'No invoices match, so there is nothing to print.');
  if (rows.length > mostBills)
    throw new ValidationError('form', `There are more than ${mostBills} bills. Filter the list and print it in parts.`);
  const [{ institutionId }] = rows as [{ institutionId: number; id: number }];
  if (rows.some((row) => row.institutionId !== institutionId))
    throw new ValidationError('form', 'These bills are of several institutions. Choose one of them first.');
  const invoiceIds = rows.map(({ id }) => id);
  const [file] = await tx
    .insert(billFiles)
    .values({ institutionId, invoiceIds, origin, accountId: actor.accountId })
    .returning({ id: billFiles.id });
  await record(tx, actor, 'fees.printBills', {
    institutionId,
    summary: `printed ${countOf(invoiceIds.length, 'bill')}`,
    subject: { type: 'bill_file', id: file!.id },
    details: { invoices: invoiceIds },
  });
  await jobs.send(tx, 'fees.printBills', { institutionId, billFileId: file!.id }, { group: institutionId });
  return file!.id;
}

/** Notes that invoices were printed. */
export const markPrinted = (tx: Tx, institutionId: number, ids: number[]) =>
  tx
    .update(invoices)
    .set({ printedAt: sql`coalesce(${invoices.printedAt}, now())` })
    .where(and(eq(invoices.institutionId, institutionId), inArray(invoices.id, ids)));
