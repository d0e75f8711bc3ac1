import { and, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { render, type Tx, query, hasKey } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { issueInvoices, totalOf } from '#features/money/invoices/issue-invoices.ts';
import { draftBills } from '../draft-bills.ts';
import { feeRuns } from '../billing.schema.ts';
import { fees } from '#features/money/fees/fees.schema.ts';
import { audienceOf, studentsFor } from '#features/money/fees/audience/audience.ts';

/** The payload of a job. */
export interface RunJob {
  institutionId: number;
  runId: number;
}

/** Small enough that nobody at a counter waits noticeably for students who are being billed. */
const studentsATime = 200;

export const isRun = ({ institutionId, runId }: RunJob) => hasKey(feeRuns, institutionId, runId);
export const isActive = (job: RunJob) => and(isRun(job), inArray(feeRuns.state, ['queued', 'running']));

/**
 * Bills the next students of a run: the run is locked first, so two workers take turns. Invoices and the mark behind
 * which a restart goes on are saved together. `audience` has the students when the worker began, by id. Returns whether
 * there may be more.
 */
export async function billChunk(tx: Tx, actor: Actor, job: RunJob, audience: number[]): Promise<boolean> {
  const { institutionId } = job;
  const [run] = await tx.select().from(feeRuns).where(isActive(job)).for('no key update');
  if (!run) return false;
  const [fee] = await tx
    .select({ institutionId: fees.institutionId, id: fees.id, sessionId: fees.sessionId, endedAt: fees.endedAt })
    .from(fees)
    .where(hasKey(fees, institutionId, run.feeId))
    .for('share');
  if (fee!.endedAt) throw new Conflict('The fee ended before everyone was billed.');
  // A run that was started in a period that is closed by now goes on today.
  const day = await dayInBooks(tx, institutionId);
  const from = audience.findIndex((id) => id > run.doneThrough);
  const ids = from < 0 ? [] : audience.slice(from, from + studentsATime);
  const drafts = ids.length > 0 ? await billStudents(tx, actor, fee!, ids, day(run.issuedOn), job.runId) : [];
  await tx
    .update(feeRuns)
    .set({
      state: 'running',
      doneThrough: ids.at(-1) ?? run.doneThrough,
      doneCount: run.doneCount + ids.length,
      billedCount: run.billedCount + drafts.length,
      billedTotal: run.billedTotal + drafts.reduce((sum, draft) => sum + totalOf(draft), 0),
    })
    .where(isRun(job));
  return ids.length === studentsATime;
}

/** Issues the fee's invoices to those of the students it is still for, who never had one. The fee is locked. */
export async function billStudents(
  tx: Tx,
  actor: Actor,
  fee: { institutionId: number; id: number; sessionId: number },
  studentIds: number[],
  day: string,
  runId: number | null,
  { again = false } = {},
) {
  const { institutionId, id: feeId } = fee;
  const wanted = sql`${sql.param(studentIds)}::bigint[]`;
  await tx.execute(sql`select id from students where institution_id = ${institutionId} and id = any (${wanted})
    order by id for no key update`);
  // Read again behind the locks: somebody may have billed, moved or withdrawn a student meanwhile.
  const [asked, had] = [
    await query<{ studentId: number }>(tx, render)`
      select a."studentId" from (${audienceOf(fee)}) a where a."studentId" = any (${wanted}) order by a."studentId"`,
    await query<{ studentId: number }>(tx, render)`select student_id as "studentId" from invoices
      where institution_id = ${institutionId} and student_id = any (${wanted}) and fee_id = ${feeId} and kind = 'fee'
        and (cancelled_at is null or not ${again})`,
  ];
  const leftOut = new Set(had.map(({ studentId }) => studentId));
  const ids = asked.map(({ studentId }) => studentId).filter((id) => !leftOut.has(id));
  if (ids.length === 0) return [];
  const drafts = (await draftBills(tx, institutionId, feeId, ids, day)).map((draft) => ({ ...draft, runId }));
  await issueInvoices(tx, actor, institutionId, drafts);
  return drafts;
}

/** The students that the fee of a run is for, by id: a worker asks once, since each chunk looks at its own again. */
export async function audienceOfRun(tx: Tx, job: RunJob): Promise<number[]> {
  const [fee] = await tx
    .select({ institutionId: fees.institutionId, id: fees.id, sessionId: fees.sessionId })
    .from(feeRuns)
    .innerJoin(fees, hasKey(fees, feeRuns.institutionId, feeRuns.feeId))
    .where(isRun(job));
  return (await studentsFor(tx, audienceOf(fee!))).map(({ studentId }) => studentId);
}
