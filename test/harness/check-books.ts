import type pg from 'pg';
import { openDatabase, type Db } from '#kernel/database.ts';
import { checkOrders } from '#features/online/orders/check-orders.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';

/** Most tests post nothing, and planning the proof costs more than looking. */
const anything = `select exists (select from ledger_entries) or exists (select from invoices) or exists (select from payments)
  or exists (select from student_balances) as something`;

/** Throws where the books say something in two ways that differ: after whatever a test did. */
export async function proveBooks(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ something: boolean }>({ name: 'anything in the books', text: anything });
  if (!rows[0]!.something) return;
  const db = planningOnce(owner);
  const differences = [...(await checkBooks(db)), ...(await checkOrders(db))];
  if (differences.length === 0) return;
  const lines = differences.map(({ what, id, stored, counted }) => `${what} ${id}: ${stored} kept, ${counted} counted`);
  throw new Error(`The books are wrong (docs/decisions/0029):\n${lines.join('\n')}`);
}

/** Asks under a name, so that the connection, which many tests use one after the other, plans the proof only once. */
const planningOnce = (owner: pg.Client): Db =>
  openDatabase({
    query: ({ text, values }) =>
      owner.query({ name: text.includes('orders to fulfil') ? 'the orders' : 'the books', text, values }),
  });
