import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { invoiceNumber } from '#features/money/receivables/receivables.ts';
import { audienceOf } from '../audience/audience.ts';
import type { FoundFee } from '../billing/find-fee.ts';
import { billedItems, type BilledItem, type Cell } from './billed-items.ts';

/** An item is for the students whom its fee is for. */
export async function refuseStrangers(tx: Tx, fee: FoundFee, added: Cell[], nameOf: (studentId: number) => string) {
  if (added.length === 0) return;
  const ids = [...new Set(added.map(({ studentId }) => studentId))];
  const rows = await query<{ studentId: number }>(
    tx,
    render(sql`select a."studentId" from (${audienceOf(fee)}) a
    where a."studentId" = any (${sql.param(ids)}::bigint[])`),
  );
  const stranger = ids.find((studentId) => !rows.some((row) => row.studentId === studentId));
  if (stranger) throw new Refused('form', `${fee.title} is not for ${nameOf(stranger)}. Reload the page.`);
}

/** A bill is taken back by a credit note, never by a tick. */
export async function refuseBilled(tx: Tx, institutionId: number, removed: Cell[], nameOf: (cell: Cell) => string) {
  if (removed.length === 0) return;
  const ids = sql.param(removed.map(({ studentId }) => studentId));
  const rows = await query<BilledItem>(
    tx,
    render(billedItems(institutionId, sql`i.student_id = any (${ids}::bigint[])`)),
  );
  const billed = rows.find((row) =>
    removed.some((cell) => cell.studentId === row.studentId && cell.particularId === row.particularId),
  );
  if (billed)
    throw new Refused(
      'form',
      `${nameOf(billed)} is billed with ${invoiceNumber(billed.number)}. Issue a credit note for it there; that removes the tick.`,
    );
}
