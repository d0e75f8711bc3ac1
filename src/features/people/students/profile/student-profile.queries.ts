import { and, eq, sql, desc, isNull, asc } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { countries, lgas, states } from '#features/records/geography/geography.schema.ts';
import {
  academicSessions,
  batches,
  classes,
  programs,
  courseOfferings,
  courses,
} from '#features/school/structure/structure.schema.ts';
import { visibleTo } from '../students.policy.ts';
import { students, enrolments, studentMoves, studentElectives } from '../students.schema.ts';
import { selectionOf } from '#kernel/record-fields/derive.ts';
import { generalIn, restrictedIn } from '#kernel/record-fields/record-field.ts';
import { studentFields } from '../students.fields.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { employees } from '#features/records/people/people.schema.ts';

const ofStudent = sql`institution_id = ${students.institutionId} and student_id = ${students.id}`;

interface LastMove {
  on: string;
  until: string | null;
  destination: string | null;
}

interface NextOfKin {
  name: string;
  phone: string | null;
  relation: string | null;
}

/** The data of the identity card and overview, without restricted groups, which have their own tab. */
export async function studentOverview(db: Db, actor: Actor, studentId: number) {
  const [row] = await overviews(db, actor, {}, { id: studentId });
  if (!row) throw new NotFound('student');
  return row;
}

const overviews = cachedQuery((db, actor) =>
  db
    .select({
      id: students.id,
      institutionId: students.institutionId,
      admissionNumber: students.admissionNumber,
      ...selectionOf(generalIn(studentFields), students),
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      gender: students.gender,
      birthDate: students.birthDate,
      status: students.status,
      admissionDate: students.admissionDate,
      nationality: sql<string | null>`(select name from countries where id = ${students.nationalityId})`,
      country: countries.name,
      state: sql<string | null>`coalesce(${states.name}, ${students.stateName})`,
      lga: lgas.name,
      /** The guardian marked as next of kin. */
      kinGuardian: sql<NextOfKin | null>`(select jsonb_build_object('name', concat_ws(' ', g.title, g.first_name, g.middle_name, g.surname),
          'phone', coalesce(g.mobile, g.phone), 'relation', sg.relation)
        from student_guardians sg join guardians g on (g.institution_id, g.id) = (sg.institution_id, sg.guardian_id)
        where sg.institution_id = ${students.institutionId} and sg.student_id = ${students.id} and sg.is_next_of_kin)`,
      photoId: students.photoId,
      anonymisedAt: students.anonymisedAt,
      batchId: students.batchId,
      batch: batches.name,
      class: classes.name,
      program: programs.name,
      session: academicSessions.name,
      lastOutcome: sql<{ outcome: string; class: string; session: string } | null>`(
        select jsonb_build_object('outcome', e.outcome, 'class', c.name, 'session', y.name)
        from enrolments e join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
          join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
          join academic_sessions y on (y.institution_id, y.id) = (e.institution_id, e.session_id)
        where e.institution_id = ${students.institutionId} and e.student_id = ${students.id}
          and e.outcome in ('promoted', 'on_trial', 'repeated', 'graduated')
        order by e.to_date desc, e.id desc limit 1)`,
      lastMove: sql<LastMove | null>`(
        select jsonb_build_object('on', on_date, 'until', until_date, 'destination', destination)
        from student_moves where ${ofStudent} and undone_at is null order by id desc limit 1)`,
    })
    .from(students)
    .leftJoin(countries, eq(countries.id, students.countryId))
    .leftJoin(states, eq(states.id, students.stateId))
    .leftJoin(lgas, eq(lgas.id, students.lgaId))
    .leftJoin(batches, hasKey(batches, students.institutionId, students.batchId))
    .leftJoin(classes, hasKey(classes, batches.institutionId, batches.classId))
    .leftJoin(programs, hasKey(programs, classes.institutionId, classes.programId))
    .leftJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .where(and(visibleTo(actor, students), eq(students.id, recordId))),
);

export type StudentOverview = Awaited<ReturnType<typeof studentOverview>>;

/** The restricted fields of one student. The caller checks which the actor can see, and logs the view. */
export async function restrictedOf(db: Db, actor: Actor, studentId: number) {
  const [row] = await db
    .select(selectionOf(restrictedIn(studentFields), students))
    .from(students)
    .where(and(visibleTo(actor, students), eq(students.id, studentId)));
  if (!row) throw new NotFound('student');
  return row;
}

/** A student's batches, latest first. */
export const enrolmentsOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: enrolments.id,
      batch: batches.name,
      session: academicSessions.name,
      fromDate: enrolments.fromDate,
      toDate: enrolments.toDate,
      outcome: enrolments.outcome,
      /** The user who assigned the student, if it was done by hand. */
      assignedBy: sql<
        string | null
      >`(select ${accountNameOf(sql`a.name`, sql`a.username`)} from batch_assignments b join accounts a on a.id = b.account_id
        where b.institution_id = ${enrolments.institutionId} and b.id = ${enrolments.assignmentId})`,
    })
    .from(enrolments)
    .innerJoin(students, hasKey(students, enrolments.institutionId, enrolments.studentId))
    .innerJoin(batches, hasKey(batches, enrolments.institutionId, enrolments.batchId))
    .innerJoin(academicSessions, hasKey(academicSessions, enrolments.institutionId, enrolments.sessionId))
    .where(and(visibleTo(actor, students), eq(students.id, studentId)))
    .orderBy(desc(enrolments.fromDate), desc(enrolments.id));

export type Enrolment = Awaited<ReturnType<typeof enrolmentsOf>>[number];

/** Status changes, latest first. */
export const movesOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: studentMoves.id,
      fromStatus: studentMoves.fromStatus,
      toStatus: studentMoves.toStatus,
      onDate: studentMoves.onDate,
      untilDate: studentMoves.untilDate,
      destination: studentMoves.destination,
      reason: studentMoves.reason,
    })
    .from(studentMoves)
    .innerJoin(students, hasKey(students, studentMoves.institutionId, studentMoves.studentId))
    .where(and(visibleTo(actor, students), eq(students.id, studentId), isNull(studentMoves.undoneAt)))
    .orderBy(desc(studentMoves.onDate), desc(studentMoves.id));

export type Move = Awaited<ReturnType<typeof movesOf>>[number];

/** The subjects of the student's batch with their teachers, and the student's electives. */
export const subjectsOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: courseOfferings.id,
      code: courses.code,
      title: courses.title,
      creditUnits: courses.creditUnits,
      electiveGroup: courses.electiveGroup,
      teacherSurname: employees.surname,
      teacherFirstName: employees.firstName,
      isChosen: sql<boolean>`${studentElectives.offeringId} is not null`,
    })
    .from(students)
    .innerJoin(
      courseOfferings,
      and(
        eq(courseOfferings.institutionId, students.institutionId),
        eq(courseOfferings.batchId, students.batchId),
        eq(courseOfferings.isCarryOver, false),
      ),
    )
    .innerJoin(courses, hasKey(courses, courseOfferings.institutionId, courseOfferings.courseId))
    .leftJoin(employees, hasKey(employees, courseOfferings.institutionId, courseOfferings.employeeId))
    .leftJoin(
      studentElectives,
      and(
        eq(studentElectives.institutionId, students.institutionId),
        eq(studentElectives.studentId, students.id),
        eq(studentElectives.offeringId, courseOfferings.id),
      ),
    )
    .where(and(visibleTo(actor, students), eq(students.id, studentId)))
    .orderBy(sql`lower(${courses.title})`, asc(courses.code));

export type Subject = Awaited<ReturnType<typeof subjectsOf>>[number];
