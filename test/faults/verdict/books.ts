import type pg from 'pg';
import { openDatabase } from '#kernel/database.ts';
import { checkOrders } from '#features/online/orders/check-orders.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import type { Notes } from '#test/faults/notes.ts';

/** The books agree with themselves, and who was given a receipt has it. */
export async function wrongBooks(client: pg.Client, notes: Notes): Promise<string[]> {
  const db = openDatabase(client);
  const differences = [...(await checkBooks(db)), ...(await checkOrders(db))];
  const { rows } = await client.query<{ reference: string; receipt: string }>(
    `select reference, 'RCT-' || lpad(receipt_number::text, 6, '0') as receipt from payments where reference = any($1)`,
    [[...notes.receipts.keys()]],
  );
  const given = new Map(rows.map(({ reference, receipt }) => [reference, receipt]));
  return [
    ...differences.map(
      ({ what, id, stored, counted }) => `${what} ${id} is ${stored} in the books and ${counted} by its rows`,
    ),
    ...[...notes.receipts].flatMap(([reference, receipt]) =>
      given.get(reference) === receipt
        ? []
        : [`payment ${reference} was given ${receipt} and has ${given.get(reference)}`],
    ),
  ];
}
