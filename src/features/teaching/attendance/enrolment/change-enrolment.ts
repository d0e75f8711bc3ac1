import { and, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay, today, type Day } from '#kernel/dates.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { day } from '#kernel/schemas.ts';
import { lockBatches } from '#features/school/structure/batches/lock-batch.ts';
import { enrolments, students } from '#features/people/students/students.schema.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { studentIds } from '#features/people/students/moves/move-fields.ts';

export const ChangeEnrolment = z.object({ studentIds, onDate: day });

interface Enrolled {
  id: number;
  institutionId: number;
  batchId: number;
  name: string;
  batch: string;
  from: Day;
  /** Days on which nobody was enrolled, or not here, or is on a register. */
  sessionBegins: Day;
  left: Day | null;
  admitted: Day | null;
  registered: Day | null;
}

/** Changes the first day of students in their class arm: not before they could be there, nor after a register has them. */
export async function changeEnrolment(
  tx: Tx,
  actor: Actor,
  { studentIds: ids, onDate }: z.infer<typeof ChangeEnrolment>,
): Promise<number> {
  const chosen = await tx
    .select({ institutionId: students.institutionId, batchId: students.batchId })
    .from(students)
    .where(and(visibleTo(actor, students), inArray(students.id, ids)));
  if (chosen.length !== ids.length) throw new NotFound('student');
  for (const { institutionId } of chosen) allow(actor, 'students.assignBatch', institutionId);
  const institutionIds = [...new Set(chosen.map(({ institutionId }) => institutionId))];
  const batchIds = [...new Set(chosen.flatMap(({ batchId }) => batchId ?? []))];
  const closed = (await lockBatches(tx, institutionIds, batchIds)).find((batch) => batch.isClosed);
  if (closed) throw new ValidationError('studentIds', `${closed.name} is closed. Its enrolments can’t be changed.`);
  await tx
    .select({ id: students.id })
    .from(students)
    .where(here(institutionIds, ids))
    .orderBy(students.id)
    .for('no key update');
  const enrolled = await enrolledOf(tx, institutionIds, ids, onDate);
  if (enrolled.length !== ids.length || enrolled.some(({ batchId }) => !batchIds.includes(batchId)))
    throw new ValidationError(
      'studentIds',
      'Select students who are in a class now. Reload the page if they have just moved.',
    );
  const problems = enrolled.flatMap((one) => whyNot(actor, one, onDate) ?? []);
  if (problems[0])
    throw new ValidationError(
      'onDate',
      problems[1] ? `${problems[0]} The same applies to ${problems.length - 1} more.` : problems[0],
    );
  const changed = enrolled.filter(({ from }) => from !== onDate);
  await tx
    .update(enrolments)
    .set({ fromDate: onDate })
    .where(
      and(
        inArray(enrolments.institutionId, institutionIds),
        inArray(
          enrolments.studentId,
          changed.map(({ id }) => id),
        ),
        isNull(enrolments.toDate),
      ),
    );
  await recordMany(
    tx,
    actor,
    'students.changeEnrolment',
    changed.map(({ id, institutionId, batch, from }) => ({
      institutionId,
      summary: `changed the first day in ${batch} to ${formatDay(onDate)}`,
      subject: { type: 'student', id },
      details: { changes: { enrolledFrom: { from, to: onDate } } },
    })),
  );
  return changed.length;
}

const here = (institutionIds: number[], ids: number[]) =>
  and(inArray(students.institutionId, institutionIds), inArray(students.id, ids));

const enrolledOf = (tx: Tx, institutionIds: number[], ids: number[], onDate: Day) =>
  query<Enrolled>(tx)`
    select s.id::bigint as id, s.institution_id as "institutionId", e.batch_id::bigint as "batchId", s.first_name || ' ' || s.surname as name,
      b.name as batch, e.from_date::text as "from", y.starts_on::text as "sessionBegins", s.admission_date::text as admitted,
      (select max(o.to_date)::text from enrolments o where o.institution_id = s.institution_id and o.student_id = s.id) as left,
      (select min(r.on_date)::text from attendance_registers r where r.institution_id = s.institution_id and r.batch_id = e.batch_id
        and r.on_date >= e.from_date and r.on_date < ${onDate}::date and s.id = any (r.roll)) as registered
      from students s
      join enrolments e on e.institution_id = s.institution_id and e.student_id = s.id and e.to_date is null
      join batches b on b.institution_id = s.institution_id and b.id = e.batch_id
      join academic_sessions y on y.institution_id = s.institution_id and y.id = e.session_id
      where s.institution_id = any (${sql.param(institutionIds)}::int[]) and s.id = any (${sql.param(ids)}::bigint[])
      order by s.sort_name, s.id`;

function whyNot(actor: Actor, one: Enrolled, onDate: Day): string | null {
  const { name, batch, sessionBegins, left, admitted, registered } = one;
  if (onDate > today(membershipIn(actor, one.institutionId)!.timeZone)) return 'This day is in the future.';
  if (onDate < sessionBegins)
    return `The session began on ${formatDay(sessionBegins)}. Choose that day or a later one.`;
  if (left && onDate < left) return `${name} left another class on ${formatDay(left)}. Choose that day or a later one.`;
  if (admitted && onDate < admitted)
    return `${name} was admitted on ${formatDay(admitted)}. Choose that day, or correct it on the record.`;
  if (registered)
    return `${name} is on the register of ${batch} of ${formatDay(registered)}. Choose that day or an earlier one.`;
  return null;
}
