import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { checkbox } from '#kernel/schemas.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { countOf, textName } from '#ui/format.ts';
import { cellsUpTo, findStudent, billItems } from './bill-items.ts';
import { deleteChoices } from '#features/money/fees/items/delete-choices.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { feeChoices, feeParticulars } from '#features/money/fees/fees.schema.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError, Conflict } from '#kernel/errors.ts';
import { findFee, type FoundFee, lockFeeToBill } from '../runs/start-runs.ts';
import { billedItems, type Cell, type BilledItem } from './billed-items.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { audienceOf } from '#features/money/fees/audience/audience.ts';

const cells = cellsUpTo(2000);

/** Only what changed on the page: what a colleague ticked meanwhile stays. */
export const ChangeChoices = z.object({
  add: cells,
  remove: cells,
  /** Bills what is added for students who have the fee's invoice already. */
  bill_now: checkbox,
});
type ChangeChoices = z.output<typeof ChangeChoices>;

export interface ChoiceChanges {
  institutionId: number;
  added: number;
  removed: number;
  billed: { count: number; total: number };
}

/** Whose page it is: ticks of other fees or students are not found. */
type Scope = { feeId: number } | { studentId: number };

/** Ticks optional items of students, and takes ticks back that are not billed. */
export async function changeChoices(tx: Tx, actor: Actor, scope: Scope, input: ChangeChoices): Promise<ChoiceChanges> {
  const { institutionId: here } = await ('feeId' in scope
    ? findFee(tx, actor, scope.feeId)
    : findStudent(tx, actor, scope.studentId));
  const { add, remove } = input;
  const wanted = [...add, ...remove];
  if ('studentId' in scope && wanted.some(({ studentId }) => studentId !== scope.studentId))
    throw new NotFound('student');
  if (wanted.length === 0) throw new ValidationError('form', 'Nothing has changed. Tick an item, or remove a tick.');
  const fees = await lockItemFees(tx, actor, wanted);
  const students = await lockStudents(tx, actor, [...new Set(wanted.map(({ studentId }) => studentId))]);
  const nameOf = (studentId: number) => textName(students.find((student) => student.id === studentId)!);
  if ('feeId' in scope && fees.some(({ fee }) => fee.id !== scope.feeId)) throw new NotFound('optional item');
  const all: ChoiceChanges = { institutionId: here, added: 0, removed: 0, billed: { count: 0, total: 0 } };
  for (const { fee, names } of fees) {
    const { institutionId } = fee;
    if (students.some((student) => student.institutionId !== institutionId)) throw new NotFound('student');
    const own = ({ particularId }: Cell) => names.has(particularId);
    const [added, removed] = [add.filter(own), remove.filter(own)];
    await refuseStrangers(tx, fee, added, nameOf);
    await refuseBilled(
      tx,
      institutionId,
      removed,
      (cell) => `${names.get(cell.particularId)!} of ${nameOf(cell.studentId)}`,
    );
    const changed = {
      added: await insertChoices(tx, actor, institutionId, added),
      removed: await deleteChoices(tx, institutionId, removed),
    };
    const day = today(membershipIn(actor, institutionId)!.timeZone);
    const billed = input.bill_now ? await billItems(tx, actor, fee, added, day) : { count: 0, total: 0 };
    all.added += changed.added;
    all.removed += changed.removed;
    all.billed = { count: all.billed.count + billed.count, total: all.billed.total + billed.total };
    await record(tx, actor, 'fees.changeChoices', {
      institutionId,
      summary: `changed optional items of ${fee.title}: ${changed.added} added, ${changed.removed} removed${
        billed.count > 0 ? `, ${countOf(billed.count, 'item')} billed` : ''
      }`,
      subject: { type: 'fee', id: fee.id },
      details: { added, removed, billed: billed.total },
    });
  }
  return all;
}

async function insertChoices(tx: Tx, actor: Actor, institutionId: number, added: Cell[]): Promise<number> {
  if (added.length === 0) return 0;
  const rows = await tx
    .insert(feeChoices)
    .values(added.map((cell) => ({ institutionId, ...cell, accountId: actor.accountId })))
    .onConflictDoNothing()
    .returning({ id: feeChoices.studentId });
  return rows.length;
}

/** The fees of the items, by id, with the names of the items that were asked for. */
async function lockItemFees(tx: Tx, actor: Actor, wanted: Cell[]) {
  const ids = [...new Set(wanted.map(({ particularId }) => particularId))];
  const items = await tx
    .select({ id: feeParticulars.id, feeId: feeParticulars.feeId, name: feeParticulars.name })
    .from(feeParticulars)
    .where(and(inArray(feeParticulars.id, ids), eq(feeParticulars.isOptional, true)))
    .orderBy(feeParticulars.feeId, feeParticulars.id);
  if (items.length !== ids.length) throw new NotFound('optional item');
  const fees: { fee: FoundFee; names: Map<number, string> }[] = [];
  for (const [feeId, own] of Map.groupBy(items, (item) => item.feeId)) {
    const fee = await lockFeeToBill(tx, actor, feeId);
    if (fee.endedAt) throw new Conflict(`${fee.title} has ended, so its optional items can’t be changed.`);
    fees.push({ fee, names: new Map(own.map((item) => [item.id, item.name])) });
  }
  return fees;
}

/** An item is for the students whom its fee is for. */
async function refuseStrangers(tx: Tx, fee: FoundFee, added: Cell[], nameOf: (studentId: number) => string) {
  if (added.length === 0) return;
  const ids = [...new Set(added.map(({ studentId }) => studentId))];
  const rows = await query<{ studentId: number }>(tx, render)`select a."studentId" from (${audienceOf(fee)}) a
    where a."studentId" = any (${sql.param(ids)}::bigint[])`;
  const stranger = ids.find((studentId) => !rows.some((row) => row.studentId === studentId));
  if (stranger) throw new ValidationError('form', `${fee.title} is not for ${nameOf(stranger)}. Reload the page.`);
}

/** A bill is taken back by a credit note, never by a tick. */
async function refuseBilled(tx: Tx, institutionId: number, removed: Cell[], nameOf: (cell: Cell) => string) {
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
    throw new ValidationError(
      'form',
      `${nameOf(billed)} is billed with ${invoiceNumber(billed.number)}. Issue a credit note for it there; that removes the tick.`,
    );
}
