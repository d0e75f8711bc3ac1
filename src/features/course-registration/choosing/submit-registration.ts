import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound, Refused } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { holdOn } from '#features/holds/held/held-students.ts';
import { lockStudent } from '#features/students/lock-student.ts';
import { countOf, textName } from '#ui/format.ts';
import { phaseOf, type RegistrationState } from '../registration.ts';
import { chargeLate } from './charge-late.ts';
import { openCourses, placesOf } from './place.queries.ts';
import { refuseDropped } from './refuse-dropped.ts';
import { problemOf, unitsOf } from './rules.ts';

export const SubmitRegistration = z.object({ termId: id, courseIds: list(id) });

interface Existing {
  id: number;
  state: RegistrationState;
  isLate: boolean;
}

/** A student registers for the courses of a term; again until it is approved. Late, it costs the fee once. */
export async function submitRegistration(
  tx: Tx,
  actor: Actor,
  studentId: number,
  { termId, courseIds }: z.output<typeof SubmitRegistration>,
): Promise<{ isLate: boolean; units: number }> {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId } = student;
  const own = membershipIn(actor, institutionId)!;
  const isOwn = can(actor, 'registration.registerSelf', institutionId) && own.studentIds.includes(studentId);
  if (!isOwn) throw new NotAllowed();
  const place = (await placesOf(tx, institutionId, studentId)).find((one) => one.termId === termId);
  if (!place) throw new NotFound('registration');
  const day = today(own.timeZone);
  const phase = phaseOf(place, day);
  if (phase === 'before') throw new Refused('form', `Registration opens on ${formatDay(place.opensOn)}.`);
  if (phase === 'closed')
    throw new Refused('form', `Registration closed on ${formatDay(place.lateUntil ?? place.closesOn)}.`);
  if (await holdOn(tx, institutionId, studentId, 'registration'))
    throw new Refused('form', 'Course registration is withheld because fees are unpaid.');
  const [existing] = await rowsOf<Existing>(
    tx,
    sql`select id::int as id, state, is_late as "isLate" from course_registrations
      where (institution_id, student_id, term_id) = (${institutionId}, ${studentId}, ${termId}) for no key update`,
  );
  if (existing?.state === 'approved')
    throw new Refused('form', 'Your registration is approved. Ask your adviser to return it if it must change.');
  const wanted = [...new Set(courseIds)];
  const courses = await openCourses(tx, place, studentId);
  const problem = problemOf(courses, wanted, place);
  if (problem) throw new Refused('courseIds', problem);
  await refuseDropped(tx, { institutionId, studentId, termId, courseIds: wanted, name: textName(student) });
  // Sent in time and returned, it is not late when it comes back.
  const isLate = existing ? existing.isLate : phase === 'late';
  const invoiceId = isLate && !existing ? await chargeLate(tx, actor, { place, studentId, day }) : null;
  const [saved] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into course_registrations (institution_id, student_id, term_id, state, submitted_at, is_late, invoice_id)
      values (${institutionId}, ${studentId}, ${termId}, 'submitted', now(), ${isLate}, ${invoiceId}::bigint)
      on conflict (institution_id, student_id, term_id) do update set state = 'submitted', submitted_at = now()
      returning id::int as id`,
  );
  const here = sql`institution_id = ${institutionId} and registration_id = ${saved!.id}`;
  await tx.execute(sql`delete from registration_choices where ${here}`);
  await tx.execute(sql`insert into registration_choices (institution_id, registration_id, course_id)
    select ${institutionId}, ${saved!.id}, u.id from unnest(${sql.param(wanted)}::bigint[]) u (id)`);
  const chosen = courses.filter(({ courseId }) => wanted.includes(courseId));
  const units = unitsOf(chosen);
  await record(tx, actor, 'registration.submit', {
    institutionId,
    summary: `registered for ${countOf(chosen.length, 'course')} (${countOf(units, 'unit')}) in ${place.term}, ${place.session}`,
    subject: { type: 'student', id: studentId },
    details: { courses: chosen.map(({ code }) => code).join(', '), isLate },
  });
  return { isLate, units };
}
