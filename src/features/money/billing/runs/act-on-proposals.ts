import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { line, id, list } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { mayGiveAlone } from '#features/money/invoices/may-give-alone.ts';
import { countOf } from '#ui/format.ts';
import { cancelOne, becomesCredit, moneyOf } from '#features/money/invoices/corrections/cancel.ts';
import { billStudents } from './bill-chunk.ts';
import { lockFeeToBill, billedOutside, findFee, audienceWithBills } from './start-runs.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { recentCorrections, toCorrect, type RecentCorrection } from '../corrections/differences.queries.ts';
import { unbilledItems } from '../items/billed-items.ts';
import { named, type StudentToBill } from './named-student.ts';

export interface ToBill extends StudentToBill {
  /** It had a bill that was cancelled: a run leaves it out. */
  wasCancelled: boolean;
}
export interface ToCredit extends StudentToBill {
  /** The first of the invoices; the others are of optional items. */
  number: number;
  invoices: number;
  /** What is not credited yet. */
  amount: number;
  settled: number;
}

/** Chosen after the student was billed. */
export interface ItemToBill extends StudentToBill {
  key: string;
  particularId: number;
  name: string;
  amount: number;
}

/** Students without a bill whom the fee is for, billed students who have left its audience, and amounts that changed. */
export async function proposalsOf(tx: Tx, actor: Actor, feeId: number) {
  const fee = await findFee(tx, actor, feeId);
  const student = (of: ReturnType<typeof sql>) =>
    sql`join students s on s.institution_id = ${fee.institutionId} and s.id = ${of}`;
  const toBill = await bounded(proposalsShown, async (limit) => {
    const rows = await query<ToBill>(tx, render)`
      select ${named}, a."wasCancelled" from (${audienceWithBills(fee)}) a ${student(sql`a."studentId"`)}
      where not a."isBilled" order by s.batch_name nulls last, s.sort_name, s.id limit ${limit}`;
    return rows;
  });
  const toCredit = await bounded(proposalsShown, async (limit) => {
    const rows = await query<ToCredit>(tx, render)`
      select ${named}, o.number, o.invoices, o.amount, o.settled
      from (select i."studentId", min(i.number) as number, count(*)::int as invoices,
          sum(i.total - i.credited)::bigint as amount, sum(i.settled)::bigint as settled
        from (${billedOutside(fee)}) i group by 1) o ${student(sql`o."studentId"`)}
      order by s.batch_name nulls last, s.sort_name, s.id limit ${limit}`;
    return rows;
  });
  const items = await bounded(proposalsShown, async (limit) => {
    const rows = await query<ItemToBill>(tx, render)`
      select ${named}, s.id || '-' || u."particularId" as key, u."particularId", u.name, u.amount
      from (${unbilledItems(fee.institutionId, fee.id)}) u ${student(sql`u."studentId"`)}
      order by s.batch_name nulls last, s.sort_name, s.id, u."particularId" limit ${limit}`;
    return rows;
  });
  const corrections = await query<RecentCorrection>(tx, recentCorrections(fee));
  const { id, institutionId, title } = fee;
  const { currency } = membershipIn(actor, institutionId)!;
  return {
    fee: { id, institutionId, title, currency, isEnded: fee.endedAt !== null },
    toBill,
    toCredit,
    items,
    corrections,
    toCorrect: await toCorrect(tx, actor, fee),
  };
}
export type Proposals = Awaited<ReturnType<typeof proposalsOf>>;

/** Shown and acted on at once; the next ones follow once these are done. */
export const proposalsShown = 200;

/** Ids of ticked students, each once and in order. */
export const ticked = (what: string, most = proposalsShown) =>
  list(id).pipe(
    z
      .array(z.number())
      .min(1, `Tick the students to ${what}.`)
      .max(most, `Tick up to ${most} students at once.`)
      .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other)),
  );

export const BillTicked = z.object({ student_ids: ticked('bill') });
export const CreditTicked = z.object({ student_ids: ticked('credit'), reason: line(300, 'The reason') });

/** Bills the ticked students of a fee, also those whose bill was cancelled before. Returns how many were billed. */
export async function billTicked(
  tx: Tx,
  actor: Actor,
  feeId: number,
  { student_ids: studentIds }: z.output<typeof BillTicked>,
): Promise<number> {
  const fee = await lockFeeToBill(tx, actor, feeId);
  if (fee.endedAt) throw new Conflict(`${fee.title} has ended, so it can’t be billed.`);
  const { institutionId, title } = fee;
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const drafts = await billStudents(tx, actor, fee, studentIds, day, null, { again: true });
  if (drafts.length === 0)
    throw new ValidationError('student_ids', 'These students have since been billed, or pay nothing.');
  await record(tx, actor, 'fees.billTicked', {
    institutionId,
    summary: `billed ${countOf(drafts.length, 'student')} for ${title}`,
    subject: { type: 'fee', id: feeId },
    details: { students: drafts.map(({ studentId }) => studentId) },
  });
  return drafts.length;
}

export const creditTickedApproval = approvalKind({
  kind: 'fees.creditTicked',
  label: 'Cancelled invoices',
  permission: 'fees.approve',
  payload: z.object({ feeId: z.number(), student_ids: z.array(z.number()), reason: z.string(), becomes: z.string() }),
  async act(tx, asker, { feeId, student_ids, reason }, { decider }) {
    const done = await creditTicked(tx, asker, feeId, { student_ids, reason }, { agreedBy: decider.accountId });
    return {
      message: done instanceof Requested ? done.message : `${countOf(done, 'invoice was', 'invoices were')} cancelled.`,
    };
  },
  details: (_reader, { reason, becomes }) => [['Reason', reason], ...becomesCredit(becomes)],
});

/**
 * Cancels the bills of ticked students whom the fee is not for any more. One request for all of them waits for a second
 * person if any was paid in part, or if together they are more than somebody may take off alone.
 */
export async function creditTicked(
  tx: Tx,
  actor: Actor,
  feeId: number,
  { student_ids: studentIds, reason }: z.output<typeof CreditTicked>,
  { agreedBy = null }: { agreedBy?: number | null } = {},
): Promise<number | Requested> {
  const fee = await lockFeeToBill(tx, actor, feeId);
  const { institutionId } = fee;
  const wanted = sql`${sql.param(studentIds)}::bigint[]`;
  await tx.execute(sql`select id from students where institution_id = ${institutionId} and id = any (${wanted})
    order by id for no key update`);
  const rows = await query<{ id: number; kind: string; left: number; settled: number }>(tx, render)`
    select i.id, i.kind, i.total - i.credited as left, i.settled from invoices i
    where i.institution_id = ${institutionId} and i.id in (
      select o."invoiceId" from (${billedOutside(fee)}) o where o."studentId" = any (${wanted}))
    order by i.id for no key update of i`;
  if (rows.length === 0) throw new ValidationError('student_ids', 'Nothing is left to credit for these students.');
  const [amount, settled] = [sumOf(rows, 'left'), sumOf(rows, 'settled')];
  if (agreedBy === null && (settled > 0 || !(await mayGiveAlone(tx, actor, institutionId, amount)))) {
    const becomes = settled > 0 ? moneyOf(actor, institutionId, settled) : '';
    return requestApproval(tx, actor, creditTickedApproval, {
      institutionId,
      subject: { type: 'fee', id: feeId },
      payload: { feeId, student_ids: studentIds, reason, becomes },
      summary: `cancel ${countOf(rows.length, 'invoice')} of ${fee.title}, ${moneyOf(actor, institutionId, amount)} in all${becomes && `, of which ${becomes} was paid`}`,
    });
  }
  // An invoice can't be cancelled while another one corrects it.
  const inOrder = [...rows].sort(
    (one, other) => Number(other.kind === 'correction') - Number(one.kind === 'correction'),
  );
  for (const { id: invoiceId } of inOrder) await cancelOne(tx, actor, Number(invoiceId), { reason }, { agreedBy });
  return rows.length;
}

const sumOf = <Key extends string>(rows: Record<Key, number>[], key: Key) =>
  rows.reduce((sum, row) => sum + Number(row[key]), 0);
