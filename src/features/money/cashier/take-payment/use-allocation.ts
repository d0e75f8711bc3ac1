import { useMemo, useState } from 'react';
import { allocateOldestFirst, openDues } from '#features/money/invoices/dues/allocate.ts';
import type { FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';

/** How an amount falls on the invoices of a family: the oldest due first, until somebody changes a part. */
export function useAllocation(family: FamilyDues | null, today: string) {
  const invoices = useMemo(() => family?.children.flatMap((child) => child.invoices) ?? [], [family]);
  const sums = useMemo(() => sumsOf(invoices, today), [invoices, today]);
  const [state, setState] = useState<{
    of: FamilyDues | null;
    amount: number | null;
    parts: Parts | null;
    creditTo: number;
  }>(start(null, 0));
  // A new family starts with what is due, or with all that is open.
  const now = state.of === family ? state : start(family, sums.due || sums.all);
  const amount = now.amount ?? 0;
  const oldest = useMemo(
    () => new Map(allocateOldestFirst(invoices, amount).allocations.map((part) => [part.invoiceId, part.amount])),
    [invoices, amount],
  );
  const parts = now.parts ?? oldest;
  const allocated = [...parts.values()].reduce((sum, part) => sum + part, 0);
  return {
    amount: now.amount,
    sums,
    parts,
    creditTo: now.creditTo,
    rest: amount - allocated,
    isChanged: now.parts !== null,
    setAmount: (next: number | null) => setState({ ...now, amount: next, parts: null }),
    setCreditTo: (creditTo: number) => setState({ ...now, creditTo }),
    oldestFirst: () => setState({ ...now, parts: null }),
    /** Changing one leaves the others; the amount grows if they need more. */
    setPart: (invoiceId: number, part: number) => {
      const next = new Map(parts).set(invoiceId, part);
      const needed = [...next.values()].reduce((sum, one) => sum + one, 0);
      setState({ ...now, parts: next, amount: Math.max(amount, needed) });
    },
    /** What is sent: the part of each child, with what was seen as open. */
    shares: () =>
      (family?.children ?? []).flatMap((child) => {
        const allocations = child.invoices.flatMap(({ id, open }) =>
          parts.get(id) ? { invoice_id: id, amount: parts.get(id)!, open } : [],
        );
        const rest = child.id === now.creditTo ? amount - allocated : 0;
        const share = allocations.reduce((sum, part) => sum + part.amount, rest);
        return share > 0 ? { student_id: child.id, amount: share, allocations } : [];
      }),
  };
}

type Parts = Map<number, number>;

const start = (family: FamilyDues | null, amount: number) => ({
  of: family,
  amount,
  parts: null,
  creditTo: family?.children[0]?.id ?? 0,
});

/** All that is open, and what of it is due today. */
function sumsOf(invoices: FamilyDues['children'][number]['invoices'], today: string) {
  const dues = invoices.flatMap(openDues);
  const sum = (some: typeof dues) => some.reduce((all, { open }) => all + open, 0);
  return { all: sum(dues), due: sum(dues.filter(({ dueOn }) => dueOn <= today)) };
}
