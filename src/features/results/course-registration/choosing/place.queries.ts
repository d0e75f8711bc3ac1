import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { recordFigures, programRules, studentRecords } from '#features/results/results/record/record-figures.ts';
import { type Period, phaseOf, type Phase, type RegistrationState } from '../registration.ts';
import { inOrder, type OpenCourse, firstChoice } from './rules.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { holdOn } from '#features/money/holds/held/held-students.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';

/** A student's registration of a term: where and when. */
export interface Place extends Period {
  batchId: number;
  batch: string;
  term: string;
  session: string;
}

/** The periods of the class that a student is in, in the session of the batch; the current term first. */
export const placesOf = (db: Db, institutionId: number, studentId: number): Promise<Place[]> =>
  query<Place>(db)`
    select p.id::bigint as id, p.institution_id as "institutionId", p.class_id::bigint as "classId", t.id::bigint as "termId",
      p.minimum_units as "minimumUnits", p.maximum_units as "maximumUnits", p.opens_on::text as "opensOn",
      p.closes_on::text as "closesOn", p.late_until::text as "lateUntil", p.late_fee::float8 as "lateFee",
      p.late_category_id::bigint as "lateCategoryId", p.allows_override as "allowsOverride",
      p.closed_on::text as "closedOn", b.id::bigint as "batchId", b.name as batch, t.name as term, y.name as session
    from students s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join registration_periods p on (p.institution_id, p.class_id) = (b.institution_id, b.class_id)
    join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id) and t.session_id = b.session_id
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where s.institution_id = ${institutionId} and s.id = ${studentId} order by t.is_current desc, t.position desc`;

/**
 * What a student can register for: the courses of the batch in the term, and courses of earlier terms that were not
 * passed, as far as some batch is taught them in the term. For a snapshot or a transaction.
 */
export async function openCourses(
  db: Db,
  { institutionId, batchId, termId }: Place,
  studentId: number,
): Promise<OpenCourse[]> {
  const records = (await studentRecords(db, { institutionId, studentIds: [studentId] })).get(studentId)!;
  const rule = (await programRules(db, institutionId, [studentId])).get(studentId)!;
  // A term that is published already is not registered for again; what was failed in it is repeated later.
  const before = records.filter((record) => record.termId !== termId);
  const failed = recordFigures(before, rule).repeats;
  const rows = await query<Omit<OpenCourse, 'kind'> & { isOwn: boolean }>(db)`
    select c.id::bigint as "courseId", c.code, c.title, c.credit_units as units, c.elective_group as "group",
      bool_or(o.batch_id = ${batchId} and not o.is_carry_over) as "isOwn"
    from terms t
    join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id)
    join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
      and (o.term_position is null or o.term_position = t.position)
    join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
    where t.institution_id = ${institutionId} and t.id = ${termId}
      and (b.id = ${batchId} and not o.is_carry_over or c.code = any (${sql.param(failed)}::text[]))
    group by c.institution_id, c.id`;
  const repeats = new Set(failed);
  return inOrder(
    rows.map(({ isOwn: _, ...course }) => {
      const isCarryOver = repeats.has(course.code);
      const kind = isCarryOver ? 'carryOver' : course.group === null ? 'compulsory' : 'elective';
      return { ...course, kind, group: isCarryOver ? null : course.group };
    }),
  );
}

export interface SavedRegistration {
  id: number;
  state: RegistrationState;
  isLate: boolean;
  submittedAt: string;
  remark: string | null;
  courseIds: number[];
  /** Of staff who registered for the student. */
  enteredBy: string | null;
  overrideReason: string | null;
  /** The actor went outside the limits: somebody else approves. */
  isOwnOverride: boolean;
}

export interface RegistrationView {
  studentId: number;
  institutionId: number;
  name: string;
  number: string;
  /** Null where the student’s class has no registration. */
  place: Place | null;
  /** The terms to choose from. */
  terms: { id: number; name: string }[];
  phase: Phase;
  courses: OpenCourse[];
  chosen: number[];
  saved: SavedRegistration | null;
  isWithheld: boolean;
  currency: string;
  /** `submit`: the own registration. `enter`: somebody else’s, as from a paper form. */
  can: { submit: boolean; enter: boolean; decide: boolean };
}

interface Student {
  id: number;
  institutionId: number;
  name: string;
  number: string;
  isOwnBatch: boolean;
}

/** The registration of the actor’s own student record; null without one. For a snapshot. */
export async function ownRegistration(db: Db, actor: Actor, termId?: number): Promise<RegistrationView | null> {
  const own = actor.institutions.find(
    ({ permissions, studentIds }) => permissions.has('registration.registerSelf') && studentIds.length > 0,
  );
  return own ? registrationView(db, actor, own.studentIds[0]!, termId) : null;
}

/** A student’s registration, for the student, the class teacher of the batch, or who manages registration. */
export async function registrationView(
  db: Db,
  actor: Actor,
  studentId: number,
  termId?: number,
): Promise<RegistrationView> {
  const within = institutionsWhere(
    actor,
    'registration.manage',
    'registration.approveOwn',
    'registration.registerSelf',
  );
  const [student] = await query<Student>(db)`
    select s.id::bigint as id, s.institution_id as "institutionId", s.surname || ', ' || s.first_name as name,
      s.admission_number as number, exists (select from batch_teachers x
        where (x.institution_id, x.batch_id) = (s.institution_id, s.batch_id)
          and x.employee_id = any (${sql.param(actor.institutions.flatMap((one) => one.employeeIds))}::bigint[])) as "isOwnBatch"
    from students s where s.institution_id = any (${sql.param(within)}::int[]) and s.id = ${studentId}
      and s.merged_into_id is null`;
  if (!student) throw new NotFound('student');
  const { institutionId, name, number } = student;
  const { permissions, studentIds, timeZone, currency } = membershipIn(actor, institutionId)!;
  const isOwn = permissions.has('registration.registerSelf') && studentIds.includes(studentId);
  const decides =
    can(actor, 'registration.manage', institutionId) ||
    (student.isOwnBatch && can(actor, 'registration.approveOwn', institutionId));
  if (!isOwn && !decides) throw new NotFound('student');
  const places = await placesOf(db, institutionId, studentId);
  const day = today(timeZone);
  const place =
    places.find((one) => one.termId === termId) ??
    places.find((one) => ['open', 'late'].includes(phaseOf(one, day))) ??
    places[0] ??
    null;
  const phase = place ? phaseOf(place, day) : 'closed';
  const saved = place ? await savedOf(db, actor, place, studentId) : null;
  const courses = place ? await openCourses(db, place, studentId) : [];
  const isFamily = !isOwn && (await ownFamily(db, actor.accountId, institutionId)).students.has(studentId);
  const manages = !isOwn && !isFamily && can(actor, 'registration.manage', institutionId);
  const isWithheld = (isOwn || manages) && (await holdOn(db, institutionId, studentId, 'registration')) !== null;
  const isOpen = (phase === 'open' || phase === 'late') && !isWithheld;
  return {
    studentId,
    institutionId,
    name,
    number,
    place,
    phase,
    courses,
    saved,
    isWithheld,
    currency,
    terms: places.map((one) => ({ id: one.termId, name: `${one.term}, ${one.session}` })),
    chosen: saved?.courseIds ?? (place ? firstChoice(courses, place) : []),
    can: {
      submit: isOwn && isOpen && saved?.state !== 'approved',
      enter: manages && isOpen,
      decide: decides && !isOwn && !isFamily && saved !== null,
    },
  };
}

async function savedOf(db: Db, actor: Actor, { institutionId, termId }: Place, studentId: number) {
  const decidesAlone = membershipIn(actor, institutionId)!.isOwner;
  const [row] = await query<SavedRegistration>(db)`
    select r.id::bigint as id, r.state, r.is_late as "isLate", to_json(r.submitted_at) #>> '{}' as "submittedAt", r.remark,
      r.override_reason as "overrideReason",
      r.override_reason is not null and r.entered_by = ${actor.accountId} and not ${decidesAlone} as "isOwnOverride", (select ${accountNameOf(sql`a.name`, sql`a.username`)} from accounts a
        where a.id = r.entered_by) as "enteredBy", (select coalesce(json_agg(c.course_id), '[]') from registration_choices c
        where (c.institution_id, c.registration_id) = (r.institution_id, r.id)) as "courseIds"
    from course_registrations r
    where (r.institution_id, r.student_id, r.term_id) = (${institutionId}, ${studentId}, ${termId})`;
  return row ?? null;
}
