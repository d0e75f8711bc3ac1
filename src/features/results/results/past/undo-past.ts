import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { Logged, ImportJob, UndoResult } from '#features/people/imports/kinds/kind.ts';
import { anchorsGone } from '../verification/anchors.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import { pastAnchors } from './past-anchors.ts';

const resultOf = (removed: number): UndoResult => ({ removed, stays: {}, restored: 0, kept: 0 });

/** An undo takes all terms of the file away: nothing else hangs on them. */
export async function planPastUndo(tx: Tx, { institutionId, importId }: ImportJob): Promise<UndoResult> {
  const [found] = await query<{ count: number }>(
    tx,
    sql`select count(*)::int as count from past_terms p
      join past_results r on (r.institution_id, r.past_term_id) = (p.institution_id, p.id)
      where p.institution_id = ${institutionId} and p.import_id = ${importId}`,
  );
  return resultOf(found!.count);
}

export async function runPastUndo(tx: Tx, actor: Actor, job: ImportJob): Promise<UndoResult & Logged> {
  const { institutionId, importId } = job;
  await tx.execute(sql`select 1 from students where institution_id = ${institutionId} and id in (
    select p.student_id from past_terms p where p.institution_id = ${institutionId} and p.import_id = ${importId})
    order by id for no key update`);
  const planned = await planPastUndo(tx, job);
  const removed = await query<{ id: number; studentId: number }>(
    tx,
    sql`delete from past_terms where institution_id = ${institutionId} and import_id = ${importId}
      returning id::int as id, student_id::int as "studentId"`,
  );
  const studentIds = [...new Set(removed.map(({ studentId }) => studentId))];
  await refreshSummaries(tx, institutionId, studentIds);
  await recordMany(
    tx,
    actor,
    'results.edit',
    studentIds.map((id) => ({
      institutionId,
      summary: 'removed past results that a file had brought',
      subject: { type: 'student', id },
      details: { undoneImport: importId },
    })),
  );
  return {
    ...planned,
    logged: anchorsGone(
      pastAnchors,
      removed.map(({ id, studentId }) => [id, studentId]),
    ),
  };
}
