import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { checkbox } from '#kernel/schemas.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { countOf, textName } from '#ui/format.ts';
import { findFee } from '../billing/find-fee.ts';
import { feeChoices } from '../fees.schema.ts';
import { billItems } from './bill-items.ts';
import type { Cell } from './billed-items.ts';
import { cellsUpTo } from './cell-fields.ts';
import { deleteChoices } from './delete-choices.ts';
import { lockItemFees } from './lock-item-fees.ts';
import { refuseBilled, refuseStrangers } from './refuse-choices.ts';
import { findStudent } from './student-items.queries.ts';

const cells = cellsUpTo(2000);

/** Only what changed on the page: what a colleague ticked meanwhile stays. */
export const ChangeChoices = z.object({
  add: cells,
  remove: cells,
  /** Bills what is added for students who have the fee's invoice already. */
  bill_now: checkbox,
});
type ChangeChoices = z.output<typeof ChangeChoices>;

export interface Changed {
  institutionId: number;
  added: number;
  removed: number;
  billed: { count: number; total: number };
}

/** Whose page it is: ticks of other fees or students are not found. */
type Scope = { feeId: number } | { studentId: number };

/** Ticks optional items of students, and takes ticks back that are not billed. */
export async function changeChoices(tx: Tx, actor: Actor, scope: Scope, input: ChangeChoices): Promise<Changed> {
  const { institutionId: here } = await ('feeId' in scope
    ? findFee(tx, actor, scope.feeId)
    : findStudent(tx, actor, scope.studentId));
  const { add, remove } = input;
  const wanted = [...add, ...remove];
  if ('studentId' in scope && wanted.some(({ studentId }) => studentId !== scope.studentId))
    throw new NotFound('student');
  if (wanted.length === 0) throw new Refused('form', 'Nothing has changed. Tick an item, or remove a tick.');
  const fees = await lockItemFees(tx, actor, wanted);
  const students = await lockStudents(tx, actor, [...new Set(wanted.map(({ studentId }) => studentId))]);
  const nameOf = (studentId: number) => textName(students.find((student) => student.id === studentId)!);
  if ('feeId' in scope && fees.some(({ fee }) => fee.id !== scope.feeId)) throw new NotFound('optional item');
  const all: Changed = { institutionId: here, added: 0, removed: 0, billed: { count: 0, total: 0 } };
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
