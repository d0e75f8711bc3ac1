import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { findPeriod, type FoundPeriod } from './edit-period.ts';

const periodWords = { close: 'closed', reopen: 'reopened', remove: 'removed' } as const;
export type PeriodAct = keyof typeof periodWords;
export const periodActs = Object.keys(periodWords) as PeriodAct[];

/**
 * Closes a period before its last day, reopens it for the days that are left, or removes one in which nobody registered.
 * Registrations that are being submitted end first. Returns what was done, in words.
 */
export async function changePeriod(tx: Tx, actor: Actor, act: PeriodAct, periodId: number): Promise<string> {
  const period = await findPeriod(tx, actor, periodId, true);
  const { institutionId, classId, className, term, closedOn } = period;
  const here = sql`institution_id = ${institutionId} and id = ${periodId}`;
  if (act === 'remove') {
    await refuseUsed(tx, period);
    await tx.execute(sql`delete from registration_periods where ${here}`);
  } else {
    if ((act === 'close') === (closedOn !== null)) throw new Conflict(`This is ${periodWords[act]} already.`);
    const day = act === 'close' ? today(membershipIn(actor, institutionId)!.timeZone) : null;
    await tx.execute(sql`update registration_periods set closed_on = ${day}::date where ${here}`);
  }
  const done = `${periodWords[act]} the course registration of ${className}, ${term}`;
  await record(tx, actor, `registration.${act}Period`, {
    institutionId,
    summary: done,
    subject: { type: 'class', id: classId },
    ...(act === 'remove' && { details: { ...period } }),
  });
  return `The registration of ${className} was ${periodWords[act]}.`;
}

/**
 * Refuses to remove a period with registrations. Without it the class takes the courses of its batch, which sheets of
 * marks that are past entry must not learn.
 */
async function refuseUsed(tx: Tx, { institutionId, classId, className, termId }: FoundPeriod): Promise<void> {
  const [used] = await query<{ students: number; isLocked: boolean }>(
    tx,
    sql`select (select count(distinct r.student_id)::int from course_registrations r
        join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
        join enrolments e on (e.institution_id, e.student_id, e.session_id) = (r.institution_id, r.student_id, t.session_id)
        join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id) and b.class_id = ${classId}
        where r.institution_id = ${institutionId} and r.term_id = ${termId}) as students,
      exists (select from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
        where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId}
          and s.state <> 'open') as "isLocked"`,
  );
  const { students, isLocked } = used!;
  if (students > 0)
    throw new Conflict(
      `${students === 1 ? '1 student has' : `${students} students have`} registered already, so this can’t be removed. Close it instead.`,
    );
  if (isLocked) throw new Conflict(`Marks of ${className} are locked for this term already, so this can’t be removed.`);
}
