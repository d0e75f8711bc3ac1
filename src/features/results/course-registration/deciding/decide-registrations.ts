import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { maySeeRegistrations } from '../registration.policy.ts';
import type { RegistrationState } from '../registration.ts';
import { notifyStudent, refuseDropped } from '../choosing/submit-registration.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { addToSheet } from '#features/results/assessment/sheets/add-to-sheet.ts';

export const ApproveRegistrations = z.object({ ids: list(id) });
export const ReturnRegistration = z.object({ remark: line(500, 'Changes needed') });

interface LockedRegistration {
  id: number;
  institutionId: number;
  studentId: number;
  name: string;
  termId: number;
  term: string;
  state: RegistrationState;
  batchId: number | null;
  enteredBy: number | null;
  /** Why it is outside the unit limits. */
  overrideReason: string | null;
}

/** Approves submitted registrations: from now on they say in which sheets of marks the students are. */
export async function approveRegistrations(
  tx: Tx,
  actor: Actor,
  { ids }: z.output<typeof ApproveRegistrations>,
): Promise<{ count: number; batchId: number; termId: number }> {
  if (ids.length === 0) throw new ValidationError('ids', 'Choose at least one from the list.');
  const found = await lockRegistrations(tx, actor, [...new Set(ids)]);
  for (const registration of found) {
    const { id: registrationId, institutionId, name, state, batchId } = registration;
    if (state !== 'submitted') throw new Conflict(`The registration of ${name} is ${state}.`);
    if (batchId === null) throw new ValidationError('ids', `${name} is in no batch.`);
    refuseOwnOverride(actor, registration);
    await putInSheets(tx, { ...registration, batchId });
    await tx.execute(sql`update course_registrations set state = 'approved', decided_at = now(), remark = null,
      account_id = ${actor.accountId}::bigint where (institution_id, id) = (${institutionId}, ${registrationId})`);
    await record(tx, actor, 'registration.approve', {
      institutionId,
      summary: `approved the course registration of ${name} in ${registration.term}`,
      subject: { type: 'student', id: registration.studentId },
    });
    await notifyStudent(tx, actor, registration, 'Your course registration is approved', null);
  }
  const [first] = found;
  return { count: found.length, batchId: first!.batchId!, termId: first!.termId };
}

/** Returns a registration to the student, with words. What was approved before stays until the next approval. */
export async function returnRegistration(
  tx: Tx,
  actor: Actor,
  registrationId: number,
  { remark }: z.output<typeof ReturnRegistration>,
): Promise<LockedRegistration> {
  const [registration] = await lockRegistrations(tx, actor, [registrationId]);
  const { institutionId, name, state, studentId, term } = registration!;
  if (state === 'returned') throw new Conflict(`The registration of ${name} is already returned.`);
  await tx.execute(sql`update course_registrations set state = 'returned', decided_at = now(), remark = ${remark},
    account_id = ${actor.accountId}::bigint where (institution_id, id) = (${institutionId}, ${registrationId})`);
  await record(tx, actor, 'registration.return', {
    institutionId,
    summary: `returned the course registration of ${name} in ${term}`,
    subject: { type: 'student', id: studentId },
    details: { remark },
  });
  await notifyStudent(tx, actor, registration!, 'Your course registration was returned', remark);
  return registration!;
}

/** Locks batches, students and registrations, in the order of decision 17. NotFound unless the actor decides about all. */
async function lockRegistrations(tx: Tx, actor: Actor, ids: number[]): Promise<LockedRegistration[]> {
  const within = institutionsWhere(actor, ...maySeeRegistrations);
  const wanted = sql`r.institution_id = any (${sql.param(within)}::int[]) and r.id = any (${sql.param(ids)}::bigint[])`;
  await tx.execute(sql`select b.id from batches b where (b.institution_id, b.id) in (select s.institution_id, s.batch_id
    from course_registrations r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    where ${wanted}) order by b.institution_id, b.id for share`);
  await tx.execute(sql`select s.id from students s where (s.institution_id, s.id) in (select r.institution_id, r.student_id
    from course_registrations r where ${wanted}) order by s.institution_id, s.id for no key update`);
  const rows = await query<LockedRegistration & { isOwnBatch: boolean }>(tx)`
    select r.id::bigint as id, r.institution_id as "institutionId", r.student_id::bigint as "studentId",
      s.first_name || ' ' || s.surname as name, r.term_id::bigint as "termId", t.name as term, r.state,
      r.entered_by::bigint as "enteredBy", r.override_reason as "overrideReason", s.batch_id::bigint as "batchId", exists (select from batch_teachers x
        where (x.institution_id, x.batch_id) = (s.institution_id, s.batch_id)
          and x.employee_id = any (${sql.param(actor.institutions.flatMap((one) => one.employeeIds))}::bigint[])) as "isOwnBatch"
    from course_registrations r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
    where ${wanted} order by r.id for no key update of r`;
  if (rows.length < ids.length) throw new NotFound('registration');
  for (const { institutionId, isOwnBatch } of rows) {
    const { permissions } = membershipIn(actor, institutionId)!;
    if (!permissions.has('registration.manage') && !isOwnBatch) throw new NotFound('registration');
  }
  return rows;
}

/** Nobody agrees alone to units outside the limits; an owner could give anybody the right to. */
function refuseOwnOverride(actor: Actor, { institutionId, name, enteredBy, overrideReason }: LockedRegistration): void {
  if (overrideReason === null || enteredBy !== actor.accountId || membershipIn(actor, institutionId)!.isOwner) return;
  throw new ValidationError(
    'ids',
    `You registered ${name} outside the unit limits yourself. Someone else has to approve it.`,
  );
}

/**
 * Makes the chosen courses those that the student takes in the term. A carry-over that the batch is not taught becomes a
 * course of the batch in this term alone, with the teacher who teaches it elsewhere, for those who registered for it.
 */
async function putInSheets(
  tx: Tx,
  { id, institutionId, studentId, termId, batchId, name }: LockedRegistration & { batchId: number },
): Promise<void> {
  const chosen = await query<{ courseId: number }>(tx)`select c.course_id as "courseId" from registration_choices c
      where (c.institution_id, c.registration_id) = (${institutionId}, ${id})`;
  const courseIds = chosen.map(({ courseId }) => courseId);
  await refuseDropped(tx, { institutionId, studentId, termId, courseIds, name });
  await tx.execute(sql`
    insert into course_offerings (institution_id, batch_id, course_id, employee_id, term_position, is_carry_over)
    select ${institutionId}, ${batchId}, u.id, (
        select o.employee_id from course_offerings o join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
        where (o.institution_id, o.course_id, b.session_id) = (${institutionId}, u.id, t.session_id)
          and (o.term_position is null or o.term_position = t.position) and o.employee_id is not null
        order by o.id limit 1), t.position, true
    from unnest(${sql.param(courseIds)}::bigint[]) u (id) join terms t on (t.institution_id, t.id) = (${institutionId}, ${termId})
    on conflict (institution_id, batch_id, course_id) do nothing`);
  if (!(await addToSheet(tx, { institutionId, batchId, termId, courseIds })))
    throw new ValidationError('ids', `The marks of ${name}’s batch are locked. Reopen them to add a carry-over.`);
  const own = sql`institution_id = ${institutionId} and student_id = ${studentId} and term_id = ${termId}`;
  await tx.execute(sql`delete from registered_courses where ${own}`);
  await tx.execute(sql`
    insert into registered_courses (institution_id, student_id, term_id, course_id)
    select ${institutionId}, ${studentId}, ${termId}, u.id from unnest(${sql.param(courseIds)}::bigint[]) u (id)`);
}
