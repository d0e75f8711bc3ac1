import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { eWorksHere } from '#features/records/people/works-here.ts';
import { batchWord } from './batch-word.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { recordAction } from '../record-change.ts';

export const CopyOfferings = z.object({
  from: z.coerce
    .number({ error: 'Choose where to copy from.' })
    .int('Choose where to copy from.')
    .positive('Choose where to copy from.'),
});

/** Copies the courses of another batch of the same class to this one. Returns the number added. */
export async function copyOfferings(tx: Tx, actor: Actor, batchId: number, { from }: z.infer<typeof CopyOfferings>) {
  const batch = await lockBatchOfOpenSession(tx, actor, batchId);
  const { institutionId, name } = batch;
  const source = await query<{ name: string }>(
    tx,
    render(
      sql`select name from batches where institution_id = ${institutionId} and id = ${from} and class_id = ${batch.classId} and id <> ${batchId}`,
    ),
  );
  if (!source[0])
    throw new ValidationError('from', `Choose a different ${batchWord(actor, institutionId)} of the same class.`);
  const added = await insertOfferings(tx, institutionId, from, batchId);
  if (added) {
    await recordAction(
      tx,
      actor,
      'structure.copyOfferings',
      { institutionId, type: 'batch', id: batchId, name },
      `copied the courses of ${source[0].name} to ${name}`,
      { from, added },
    );
  }
  return { name, added };
}

/** Copies the courses of a batch, without retired courses and without teachers who have left. */
export async function insertOfferings(tx: Tx, institutionId: number, from: number, to: number): Promise<number> {
  await tx.execute(sql`select 1 from employees e where e.institution_id = ${institutionId} and e.id in (
    select employee_id from course_offerings where institution_id = ${institutionId} and batch_id = ${from}) order by e.id for share`);
  const answer = await tx.execute(sql`
    insert into course_offerings (institution_id, batch_id, course_id, employee_id, term_position)
    select o.institution_id, ${to}, o.course_id, e.id, o.term_position
    from course_offerings o
    join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id) and c.retired_at is null
    left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id) and ${eWorksHere}
    where o.institution_id = ${institutionId} and o.batch_id = ${from} and not o.is_carry_over
    on conflict (institution_id, batch_id, course_id) do nothing`);
  return answer.rowCount ?? 0;
}
