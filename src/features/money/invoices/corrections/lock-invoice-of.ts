import { and, eq, inArray } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { lockInvoice } from '../credit-invoice.ts';
import { invoices } from '../invoices.schema.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';

/** An invoice with its student, both locked in that order; NotFound unless the actor can see both. */
export async function lockInvoiceOf(tx: Tx, actor: Actor, id: number, permission: Permission) {
  const [found] = await tx
    .select({ institutionId: invoices.institutionId, studentId: invoices.studentId })
    .from(invoices)
    .where(and(eq(invoices.id, id), inArray(invoices.institutionId, institutionsWhere(actor, 'fees.view'))));
  if (!found) throw new NotFound('invoice');
  allow(actor, permission, found.institutionId);
  const student = await lockStudent(tx, actor, found.studentId);
  const invoice = (await lockInvoice(tx, found.institutionId, id))!;
  return { invoice, student, open: invoice.total - invoice.settled - invoice.credited };
}
export type InvoiceOf = Awaited<ReturnType<typeof lockInvoiceOf>>;
