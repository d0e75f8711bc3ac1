import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, Refused } from '#kernel/errors.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { Requested } from '#features/approvals/request-approval.ts';
import { countOf } from '#ui/format.ts';
import { cancelOne } from '../invoices/cancel.ts';
import { billStudents } from './bill-chunk.ts';
import { lockFeeToBill } from './lock-fee.ts';
import { proposalsShown } from './proposals.queries.ts';
import { billedOutside } from './unbilled.ts';

const ticked = (what: string) =>
  list(id).pipe(
    z
      .array(z.number())
      .min(1, `Tick the students to ${what}.`)
      .max(proposalsShown, `Tick up to ${proposalsShown} students at once.`)
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
  if (drafts.length === 0) throw new Refused('student_ids', 'These students were billed meanwhile, or pay nothing.');
  await record(tx, actor, 'fees.billTicked', {
    institutionId,
    summary: `billed ${countOf(drafts.length, 'student')} for ${title}`,
    subject: { type: 'fee', id: feeId },
    details: { students: drafts.map(({ studentId }) => studentId) },
  });
  return drafts.length;
}

/**
 * Cancels the bills of ticked students whom the fee is not for any more. Each that was partly paid waits for a second
 * person, since what was paid becomes credit.
 */
export async function creditTicked(
  tx: Tx,
  actor: Actor,
  feeId: number,
  { student_ids: studentIds, reason }: z.output<typeof CreditTicked>,
): Promise<{ cancelled: number; asked: number }> {
  const fee = await lockFeeToBill(tx, actor, feeId);
  const wanted = sql`${sql.param(studentIds)}::bigint[]`;
  await tx.execute(sql`select id from students where institution_id = ${fee.institutionId} and id = any (${wanted})
    order by id for no key update`);
  const { rows } = await tx.execute<{ invoiceId: number }>(sql`
    select o."invoiceId" from (${billedOutside(fee)}) o where o."studentId" = any (${wanted}) order by o."invoiceId"`);
  if (rows.length === 0) throw new Refused('student_ids', 'Nothing is left to credit for these students.');
  let asked = 0;
  for (const { invoiceId } of rows)
    if ((await cancelOne(tx, actor, invoiceId, { reason })) instanceof Requested) asked += 1;
  return { cancelled: rows.length - asked, asked };
}
