import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { emptyIsNull, id, line, list } from '#kernel/schemas.ts';
import { holdOn } from '#features/money/holds/held/held-students.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { countOf, textName } from '#ui/format.ts';
import { closedMessage, phaseOf, type RegistrationState } from '../registration.ts';
import { problemOfCourses, problemOfUnits, unitsOf } from './rules.ts';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { formatDay, today, type Day } from '#kernel/dates.ts';
import { query, type Tx } from '#kernel/database.ts';
import { openCourses, placesOf, type Place } from './place.queries.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { notify } from '#kernel/notify.ts';

export const SubmitRegistration = z.object({
  termId: id,
  courseIds: list(id),
  /** Why the units are outside the limits; staff alone, where the school allows it. */
  reason: emptyIsNull(line(300, 'The reason')),
});

interface Submitted {
  isLate: boolean;
  units: number;
  /** In text, of the student for whom somebody else registered; null for the own registration. */
  registeredFor: string | null;
}

/**
 * Registers for the courses of a term: the student until it is approved, or staff at any time, as from a paper form. An
 * approved registration that staff change has to be approved again. Late, it costs the fee once.
 */
export async function submitRegistration(
  tx: Tx,
  actor: Actor,
  studentId: number,
  { termId, courseIds, reason }: z.output<typeof SubmitRegistration>,
): Promise<Submitted> {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId } = student;
  const { studentIds, timeZone } = membershipIn(actor, institutionId)!;
  const isOwn = can(actor, 'registration.registerSelf', institutionId) && studentIds.includes(studentId);
  if (!isOwn) await refuseStaff(tx, actor, institutionId, { studentId, name: textName(student) });
  await lockPeriod(tx, institutionId, studentId, termId);
  const place = (await placesOf(tx, institutionId, studentId)).find((one) => one.termId === termId);
  if (!place) throw new NotFound('registration');
  const day = today(timeZone);
  const phase = phaseOf(place, day);
  if (phase === 'before') throw new ValidationError('form', `Registration opens on ${formatDay(place.opensOn)}.`);
  if (phase === 'closed') throw new ValidationError('form', closedMessage(place));
  if (await holdOn(tx, institutionId, studentId, 'registration'))
    throw new ValidationError('form', 'Course registration is withheld because fees are unpaid.');
  const [existing] = await query<{ id: number; state: RegistrationState; isLate: boolean }>(tx)`
    select id::bigint as id, state, is_late as "isLate" from course_registrations
      where (institution_id, student_id, term_id) = (${institutionId}, ${studentId}, ${termId}) for no key update`;
  if (isOwn && existing?.state === 'approved')
    throw new ValidationError('form', 'Your registration is approved. To change it, ask your adviser to return it.');
  const wanted = [...new Set(courseIds)];
  const courses = await openCourses(tx, place, studentId);
  const problem = problemOfCourses(courses, wanted, place);
  if (problem) throw new ValidationError('courseIds', problem);
  const override = overrideOf(place, problemOfUnits(courses, wanted, place), isOwn ? null : reason);
  await refuseDropped(tx, { institutionId, studentId, termId, courseIds: wanted, name: textName(student) });
  // Sent in time and returned, it is not late when it comes back.
  const isLate = existing ? existing.isLate : phase === 'late';
  const invoiceId = isLate && !existing ? await chargeLate(tx, actor, { place, studentId, day }) : null;
  const enteredBy = isOwn ? null : actor.accountId;
  const [saved] = await query<{ id: number }>(tx)`
    insert into course_registrations (institution_id, student_id, term_id, state, submitted_at, is_late, invoice_id,
        entered_by, override_reason)
      values (${institutionId}, ${studentId}, ${termId}, 'submitted', now(), ${isLate}, ${invoiceId}::bigint,
        ${enteredBy}::bigint, ${override})
      on conflict (institution_id, student_id, term_id) do update set (state, submitted_at, entered_by, override_reason)
        = ('submitted', now(), excluded.entered_by, excluded.override_reason)
      returning id::bigint as id`;
  const here = sql`institution_id = ${institutionId} and registration_id = ${saved!.id}`;
  await tx.execute(sql`delete from registration_choices where ${here}`);
  await tx.execute(sql`insert into registration_choices (institution_id, registration_id, course_id)
    select ${institutionId}, ${saved!.id}, u.id from unnest(${sql.param(wanted)}::bigint[]) u (id)`);
  const chosen = courses.filter(({ courseId }) => wanted.includes(courseId));
  const units = unitsOf(chosen);
  const of = isOwn ? '' : ` ${textName(student)}`;
  await record(tx, actor, isOwn ? 'registration.submit' : 'registration.enter', {
    institutionId,
    summary: `registered${of} for ${countOf(chosen.length, 'course')} (${countOf(units, 'unit')}) in ${place.term}, ${place.session}`,
    subject: { type: 'student', id: studentId },
    details: { courses: chosen.map(({ code }) => code).join(', '), isLate, ...(override && { reason: override }) },
  });
  if (!isOwn) await notifyStudent(tx, actor, { ...place, studentId }, 'Your courses were registered for you', override);
  return { isLate, units, registeredFor: isOwn ? null : textName(student) };
}

/** Staff who manage registration, for anybody but the own family. */
async function refuseStaff(tx: Tx, actor: Actor, institutionId: number, of: { studentId: number; name: string }) {
  if (!can(actor, 'registration.manage', institutionId)) throw new NotAllowed();
  if ((await ownFamily(tx, actor.accountId, institutionId)).students.has(of.studentId))
    throw new NotAllowed(`${of.name} is a member of your own family. The student or a colleague must register.`);
}

/** A submission, and a change of its period, wait for each other. */
const lockPeriod = (tx: Tx, institutionId: number, studentId: number, termId: number) =>
  tx.execute(sql`select p.id from registration_periods p
    join batches b on (b.institution_id, b.class_id) = (p.institution_id, p.class_id)
    join students s on (s.institution_id, s.batch_id) = (b.institution_id, b.id)
    where s.institution_id = ${institutionId} and s.id = ${studentId} and p.term_id = ${termId} for share of p`);

/** The reason for units outside the limits; null within them. */
function overrideOf({ allowsOverride }: Place, problem: string | null, reason: string | null): string | null {
  if (problem === null) return null;
  if (reason === null || !allowsOverride) throw new ValidationError('courseIds', problem);
  return reason;
}

/**
 * Invoices the fee of a late registration, due at once. The school set it up: the student who registers needs no
 * permission to be charged. Returns the invoice, or null where late registration costs nothing.
 */
async function chargeLate(
  tx: Tx,
  actor: Actor,
  { place, studentId, day }: { place: Place; studentId: number; day: Day },
): Promise<number | null> {
  const { institutionId, lateFee: amount, lateCategoryId: categoryId, termId, batchId, term, session } = place;
  if (amount === null || categoryId === null) return null;
  const [category] = await query<{ account: number; sessionId: number }>(tx)`
    select c.ledger_account_id::bigint as account, t.session_id::bigint as "sessionId"
      from fee_categories c join terms t on (t.institution_id, t.id) = (c.institution_id, ${termId})
      where (c.institution_id, c.id) = (${institutionId}, ${categoryId})`;
  const { account: ledgerAccountId, sessionId } = category!;
  const title = `Late course registration, ${term}, ${session}`;
  const [invoiceId] = await issueInvoices(tx, actor, institutionId, [
    {
      studentId,
      kind: 'single',
      title,
      issuedOn: day,
      sessionId,
      termId,
      batchId,
      lines: [{ name: title, amount, categoryId, ledgerAccountId }],
      dues: [{ dueOn: day, amount }],
    },
  ]);
  return invoiceId!;
}

interface Registration {
  institutionId: number;
  studentId: number;
  term: string;
}

/** Tells the student what became of a registration, if somebody else did it. */
export const notifyStudent = (
  tx: Tx,
  actor: Actor,
  { institutionId, studentId, term }: Registration,
  title: string,
  body: string | null,
): Promise<unknown> =>
  notify(tx, {
    institutionId,
    except: actor.accountId,
    kind: 'registration.decided',
    href: '/course-registration',
    to: sql`select m.account_id from memberships m where m.institution_id = ${institutionId} and m.student_id = ${studentId}`,
    title: `${title}: ${term}`,
    body,
  });

interface Choice {
  institutionId: number;
  studentId: number;
  termId: number;
  courseIds: number[];
  name: string;
}

/** Refuses to drop a course in which the student has marks: they would be in no result. */
export async function refuseDropped(
  tx: Tx,
  { institutionId, studentId, termId, courseIds, name }: Choice,
): Promise<void> {
  const dropped = await query<{ code: string }>(tx)`
    select c.code from marks m join courses c on (c.institution_id, c.id) = (m.institution_id, m.course_id)
    where m.institution_id = ${institutionId} and m.student_id = ${studentId} and m.term_id + 0 = ${termId}
      and m.entries <> '{}' and m.course_id <> all (${sql.param(courseIds)}::bigint[]) order by c.code`;
  if (dropped.length > 0)
    throw new ValidationError(
      'courseIds',
      `${name} has marks in ${dropped.map(({ code }) => code).join(', ')} this term, so ${dropped.length === 1 ? 'it stays' : 'they stay'} registered.`,
    );
}
