import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { mayGiveAlone } from '#features/money/invoices/may-give-alone.ts';
import { openingsToUndo, undoOpenings } from './take-back-openings.ts';
import type { ImportJob, UndoResult } from '#features/people/imports/kinds/kind.ts';

/** What an undo would take back: what nobody has paid, corrected or moved. */
export async function planOpeningsUndo(tx: Tx, job: ImportJob): Promise<UndoResult> {
  await lockStudents(tx, job);
  return resultOf(await openingsToUndo(tx, job));
}

/** The debts that it would take back. */
export async function owedByUndo(tx: Tx, job: ImportJob): Promise<number> {
  await lockStudents(tx, job);
  return sumOfDebts(await openingsToUndo(tx, job));
}

const sumOfDebts = (openings: { amount: number; reason: string | null }[]) =>
  openings.reduce((sum, { amount, reason }) => sum + (reason === null ? Math.max(0, amount) : 0), 0);

/** Takes opening balances back by reversing entries, dated today. */
export async function runOpeningsUndo(
  tx: Tx,
  actor: Actor,
  job: ImportJob,
  agreedBy: number | null,
): Promise<UndoResult> {
  const { institutionId, importId } = job;
  await lockStudents(tx, job);
  // Others may have been queued beside it.
  const owed = sumOfDebts(await openingsToUndo(tx, job));
  if (agreedBy === null && !(await mayGiveAlone(tx, actor, institutionId, owed)))
    throw new ValidationError(
      'form',
      'This is more than one person may take off debts. Undo it again to ask a second person.',
    );
  const rows = await query<{ zone: string }>(
    tx,
    render(sql`select time_zone as zone from institutions where id = ${institutionId}`),
  );
  const found = await undoOpenings(tx, actor, job, today(rows[0]!.zone), agreedBy);
  await recordMany(
    tx,
    actor,
    'openings.edit',
    found
      .filter(({ reason }) => reason === null)
      .map(({ studentId }) => ({
        institutionId,
        summary: 'took back an opening balance that a file had brought',
        subject: { type: 'student', id: studentId },
        details: { undoneImport: importId },
      })),
  );
  return resultOf(found);
}

const lockStudents = (tx: Tx, { institutionId, importId }: ImportJob) =>
  tx.execute(sql`select 1 from students where institution_id = ${institutionId} and id in (
    select o.student_id from opening_balances o where o.institution_id = ${institutionId} and o.import_id = ${importId}
      and o.undone_at is null) order by id for no key update`);

function resultOf(found: { reason: string | null }[]): UndoResult {
  const stays: Record<string, number> = {};
  for (const { reason } of found) if (reason) stays[reason] = (stays[reason] ?? 0) + 1;
  return { removed: found.filter(({ reason }) => reason === null).length, stays, restored: 0, kept: 0 };
}
