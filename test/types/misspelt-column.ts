import type { Tx } from '#kernel/database.ts';
import { invoices } from '#features/money/invoices/invoices.schema.ts';

/** Drizzle drops a column that it does not know, so the compiler has to refuse it: each line below must not compile. */
export const misspelt = (tx: Tx) => [
  // @ts-expect-error
  tx.update(invoices).set({ title: 'Tuition', isuedOn: '2026-09-01' }),
  // @ts-expect-error
  tx.insert(invoices).values({ institutionId: 1, titel: 'Tuition' }),
];
