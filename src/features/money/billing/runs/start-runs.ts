import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor, membershipIn } from '#kernel/actor.ts';
import { type Db, type Tx, render, query, hasKey } from '#kernel/database.ts';
import { NotFound, Conflict, refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { fees } from '#features/money/fees/fees.schema.ts';
import { audienceOf } from '#features/money/fees/audience/audience.ts';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { id, list } from '#kernel/schemas.ts';
import { feeRuns } from '../billing.schema.ts';
import { mostFees } from '#features/money/fees/setup/most-fees.ts';
import { totalOf } from '#features/money/invoices/issue-invoices.ts';
import { draftBills } from '../draft-bills.ts';

/** A fee that the actor can bill; NotFound where the actor sees no fees. */
export async function findFee(db: Db, actor: Actor, id: number, permission: Permission = 'fees.bill') {
  const [fee] = await db
    .select({
      institutionId: fees.institutionId,
      id: fees.id,
      title: fees.title,
      sessionId: fees.sessionId,
      endedAt: fees.endedAt,
    })
    .from(fees)
    .where(and(eq(fees.id, id), inArray(fees.institutionId, institutionsWhere(actor, 'fees.view'))));
  if (!fee) throw new NotFound('fee');
  allow(actor, permission, fee.institutionId);
  return fee;
}
export type FoundFee = Awaited<ReturnType<typeof findFee>>;

/** A fee that the actor can bill; it stays as it is meanwhile. */
export async function lockFeeToBill(tx: Tx, actor: Actor, feeId: number): Promise<FoundFee> {
  const { institutionId } = await findFee(tx, actor, feeId);
  const [locked] = await tx
    .select({ id: fees.id })
    .from(fees)
    .where(hasKey(fees, institutionId, feeId))
    .for('share');
  if (!locked) throw new NotFound('fee');
  return findFee(tx, actor, feeId);
}

type Fee = Pick<FoundFee, 'institutionId' | 'id' | 'sessionId'>;

/** The students a fee is for, with whether each has its bill, or had one that was cancelled. */
export const audienceWithBills = (fee: Fee): SQL => sql`
  select a."studentId", a."batchId", a."classId",
    coalesce(i."isBilled", false) as "isBilled", i."isBilled" is false as "wasCancelled"
  from (${audienceOf(fee)}) a
  left join (
    select student_id, bool_or(cancelled_at is null) as "isBilled" from invoices
    where institution_id = ${fee.institutionId} and fee_id = ${fee.id} and kind = 'fee' group by 1) i
    on i.student_id = a."studentId"`;

/** Invoices of the fee, its optional items and corrections, of students who are not among those it is for any more. */
export const billedOutside = (fee: Fee): SQL => sql`
  select i.id as "invoiceId", i.student_id as "studentId", i.number, i.total, i.settled, i.credited from invoices i
  where i.institution_id = ${fee.institutionId} and i.fee_id = ${fee.id} and i.kind in ('fee', 'item', 'correction')
    and i.cancelled_at is null and i.student_id not in (select a."studentId" from (${audienceOf(fee)}) a)`;

export const StartRuns = z.object({
  fee_ids: list(id).pipe(
    z
      .array(z.number())
      .min(1, 'Choose at least one fee.')
      .max(mostFees, `Choose up to ${mostFees} fees.`)
      .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other)),
  ),
});

/** Queues a billing run for each fee; returns the ids of the runs. */
export async function startRuns(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  { fee_ids: feeIds }: z.output<typeof StartRuns>,
): Promise<number[]> {
  const runs: number[] = [];
  for (const feeId of feeIds) runs.push(await startRun(tx, actor, jobs, feeId));
  return runs;
}

async function startRun(tx: Tx, actor: Actor, jobs: Jobs, feeId: number): Promise<number> {
  const fee = await findFee(tx, actor, feeId);
  const { institutionId, title } = fee;
  if (fee.endedAt) throw new Conflict(`${title} has ended, so it can’t be billed.`);
  const rows = await query<{ all: number; left: number }>(tx, render)`
    select count(*)::int as all, (count(*) filter (where not "isBilled" and not "wasCancelled"))::int as left
    from (${audienceWithBills(fee)}) a`;
  const { all, left } = rows[0]!;
  if (left === 0) throw new ValidationError('form', `Nobody is left to bill for ${title}.`);
  const issuedOn = today(membershipIn(actor, institutionId)!.timeZone);
  const [run] = await refuseDuplicate(
    tx
      .insert(feeRuns)
      .values({ institutionId, feeId, issuedOn, studentCount: all, accountId: actor.accountId })
      .returning({ id: feeRuns.id }),
    { fee_runs_one: ['form', `${title} is being billed already. Wait until that run has finished.`] },
  );
  await record(tx, actor, 'fees.startRun', {
    institutionId,
    summary: `started billing ${title}`,
    subject: { type: 'fee', id: feeId },
    details: { run: run!.id },
  });
  await jobs.send(tx, 'fees.bill', { institutionId, runId: run!.id }, { group: institutionId });
  return run!.id;
}

interface Row {
  studentId: number;
  classId: number | null;
  className: string | null;
  isBilled: boolean;
  wasCancelled: boolean;
}

interface BilledClass {
  id: number;
  name: string;
  students: number;
  total: number;
}

/** What a run of a fee would do now: whom it bills, and who is left out and why. */
export async function previewOf(tx: Tx, actor: Actor, feeId: number) {
  const fee = await findFee(tx, actor, feeId);
  const { institutionId } = fee;
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  const rows = await query<Row>(tx, render)`
    select a.*, c.name as "className" from (${audienceWithBills(fee)}) a
    left join classes c on c.institution_id = ${institutionId} and c.id = a."classId"
    order by c.program_id, c.position, c.name, a."studentId"`;
  const unbilled = rows.filter(({ isBilled, wasCancelled }) => !isBilled && !wasCancelled);
  const drafts = await draftBills(
    tx,
    institutionId,
    feeId,
    unbilled.map(({ studentId }) => studentId),
    today(timeZone),
  );
  const totals = new Map(drafts.map((draft) => [draft.studentId, totalOf(draft)]));
  const [outside] = await query<{ outside: number; unseated: number; running: number | null }>(tx, render)`
    select (select count(distinct o."studentId")::int from (${billedOutside(fee)}) o) as outside,
      (select count(*)::int from students s where s.institution_id = ${institutionId} and s.status = 'active'
        and s.batch_id is null and s.merged_into_id is null
        and s.id not in (select a."studentId" from (${audienceWithBills(fee)}) a)) as unseated,
      (select r.id from fee_runs r where r.institution_id = ${institutionId} and r.fee_id = ${feeId}
        and r.state in ('queued', 'running')) as running`;
  return {
    id: feeId,
    institutionId,
    title: fee.title,
    currency,
    isEnded: fee.endedAt !== null,
    students: drafts.length,
    total: drafts.reduce((sum, draft) => sum + totalOf(draft), 0),
    classes: byClass(unbilled, totals),
    leftOut: {
      billed: rows.filter(({ isBilled }) => isBilled).length,
      cancelled: rows.filter(({ wasCancelled }) => wasCancelled).length,
      nothing: unbilled.length - drafts.length,
      unseated: outside!.unseated,
    },
    outside: outside!.outside,
    runningId: outside!.running,
  };
}
export type BillingPreview = Awaited<ReturnType<typeof previewOf>>;

function byClass(rows: Row[], totals: Map<number, number>): BilledClass[] {
  const billed = rows.filter(({ studentId }) => totals.has(studentId));
  return [...Map.groupBy(billed, ({ classId }) => classId ?? 0)].map(([id, own]) => ({
    id,
    name: own[0]!.className ?? 'Without a class',
    students: own.length,
    total: own.reduce((sum, { studentId }) => sum + totals.get(studentId)!, 0),
  }));
}
