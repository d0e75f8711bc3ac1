import { useMemo, useState } from 'react';
import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';
import type { FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';

type Children = FamilyDues['children'];

/** How a payment is split over a family: what each owes, the oldest due first, until somebody changes a part. */
export function useSplit(family: FamilyDues, amount: number) {
  const first = useMemo(() => oldestFirst(family.children, amount), [family, amount]);
  const [parts, setParts] = useState<ReadonlyMap<number, number | null>>(first);
  const given = [...parts.values()].reduce<number>((sum, part) => sum + (part ?? 0), 0);
  return {
    parts,
    left: amount - given,
    setPart: (studentId: number, part: number | null) => setParts(new Map(parts).set(studentId, part)),
    /** All of it for one child. */
    giveAll: (studentId: number) =>
      setParts(new Map(family.children.map(({ id }) => [id, id === studentId ? amount : 0]))),
    isReady: amount === given && [...parts.values()].every((part) => part !== null && part >= 0),
  };
}

/** What is not owed by anybody is credit of the child that was searched for. */
function oldestFirst(children: Children, amount: number): ReadonlyMap<number, number> {
  const { allocations } = allocateOldestFirst(
    children.flatMap(({ invoices }) => invoices),
    amount,
  );
  const parts = new Map(
    children.map((child) => [
      child.id,
      allocations
        .filter(({ invoiceId }) => child.invoices.some(({ id }) => id === invoiceId))
        .reduce((sum, part) => sum + part.amount, 0),
    ]),
  );
  const rest = amount - [...parts.values()].reduce((sum, part) => sum + part, 0);
  const [head] = children;
  return parts.set(head!.id, parts.get(head!.id)! + rest);
}

/** What a child's part pays, and what of it is credit. */
export function paidBy({ invoices }: Children[number], part: number) {
  const { allocations } = allocateOldestFirst(invoices, part);
  const paid = allocations.reduce((sum, { amount }) => sum + amount, 0);
  return {
    invoices: allocations.map(({ invoiceId, amount }) => ({ ...invoices.find(({ id }) => id === invoiceId)!, amount })),
    credit: part - paid,
  };
}
