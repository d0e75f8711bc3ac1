import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NotFound } from '#kernel/errors.ts';
import { optionalDay } from '#kernel/schemas.ts';
import { LoanFields } from './lend-book.ts';
import { bookLoans } from './loans.schema.ts';

export const EditLoan = edits(LoanFields.extend({ returnedOn: optionalDay }));

/** The loan, locked, or NotFound for people who may not see it. */
export async function lockLoan(tx: Tx, actor: Actor, id: number) {
  const isVisible = inArray(bookLoans.institutionId, institutionsWhere(actor, 'loans.view'));
  const [loan] = await tx
    .select()
    .from(bookLoans)
    .where(and(eq(bookLoans.id, id), isVisible))
    .for('no key update');
  if (!loan) throw new NotFound('loan');
  return loan;
}

/** Corrects a loan, extends it or takes the book back. */
export const editLoan = editRecord({
  action: 'loans.edit',
  type: 'loan',
  table: bookLoans,
  may: 'loans.edit',
  fields: EditLoan,
  lock: lockLoan,
  nameOf: ({ values }) => values.title,
});
