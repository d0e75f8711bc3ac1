import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';
import { listName, money } from '#ui/format.ts';
import { familyDues } from '#features/money/payments/family/family-dues.queries.ts';
import type { LineDetails } from './bank.queries.ts';

/** A child of the family that may have paid a line, and what it would get of it. */
export interface SuggestedShare {
  value: string;
  label: string;
  hint: string;
  amount: number;
}

/** How a line falls on the children of a student's family: the oldest due first, the rest with the student. */
export async function suggestSplit(
  db: Db,
  actor: Actor,
  { institutionId, amount, currency }: LineDetails,
  studentId: number,
): Promise<SuggestedShare[]> {
  const family = await familyDues(db, actor, studentId, institutionId, 'payments.place');
  if (!family) throw new NotFound('student');
  const { allocations, rest } = allocateOldestFirst(
    family.children.flatMap(({ invoices }) => invoices),
    Math.max(0, amount),
  );
  return family.children.map((child) => {
    const owed = child.invoices.reduce((sum, { open }) => sum + open, 0);
    const own = allocations.filter(({ invoiceId }) => child.invoices.some(({ id }) => id === invoiceId));
    return {
      value: String(child.id),
      label: listName(child),
      hint: [child.admissionNumber, child.batchName, owed ? `owes ${money(owed, currency)}` : 'owes nothing']
        .filter(Boolean)
        .join(' · '),
      amount: own.reduce((sum, part) => sum + part.amount, child.id === studentId ? rest : 0),
    };
  });
}
