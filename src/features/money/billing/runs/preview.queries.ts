import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { totalOf } from '#features/money/invoices/issue-invoices.ts';
import { draftBills } from '../draft-bills.ts';
import { findFee } from './find-fee.ts';
import { audienceWithBills, billedOutside } from './unbilled.ts';

interface Row {
  studentId: number;
  classId: number | null;
  className: string | null;
  isBilled: boolean;
  wasCancelled: boolean;
}

export interface BilledClass {
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
  const rows = await query<Row>(
    tx,
    render(sql`
    select a.*, c.name as "className" from (${audienceWithBills(fee)}) a
    left join classes c on c.institution_id = ${institutionId} and c.id = a."classId"
    order by c.program_id, c.position, c.name, a."studentId"`),
  );
  const unbilled = rows.filter(({ isBilled, wasCancelled }) => !isBilled && !wasCancelled);
  const drafts = await draftBills(
    tx,
    institutionId,
    feeId,
    unbilled.map(({ studentId }) => studentId),
    today(timeZone),
  );
  const totals = new Map(drafts.map((draft) => [draft.studentId, totalOf(draft)]));
  const [outside] = await query<{ outside: number; unseated: number; running: number | null }>(
    tx,
    render(sql`
    select (select count(distinct o."studentId")::int from (${billedOutside(fee)}) o) as outside,
      (select count(*)::int from students s where s.institution_id = ${institutionId} and s.status = 'active'
        and s.batch_id is null and s.merged_into_id is null
        and s.id not in (select a."studentId" from (${audienceWithBills(fee)}) a)) as unseated,
      (select r.id from fee_runs r where r.institution_id = ${institutionId} and r.fee_id = ${feeId}
        and r.state in ('queued', 'running')) as running`),
  );
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
