import { eq, and, sql } from 'drizzle-orm';
import { announce } from '#kernel/messages/announce.ts';
import { record } from '#kernel/audit.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { Conflict, ValidationError, NotFound } from '#kernel/errors.ts';
import { batchTerm } from '#features/school/structure/batches/batch-term.ts';
import { batches, academicSessions } from '#features/school/structure/structure.schema.ts';
import { stateText } from '../decisions/transitions.ts';
import { studentAdmitted } from '../admissions.events.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import { addStudent, type AdmitInput } from './add-student.ts';
import { allow, membershipIn, systemActor, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import { applications, intakes, applicationPapers } from '../admissions.schema.ts';
import { type LockedApplication, type LockedIntake, lockApplications } from '../lock-applications.ts';
import { documents } from '#features/records/people/people.schema.ts';
import type { IntakePaper } from '../intake-form.ts';
import { today } from '#kernel/dates.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { assignBatch, lockSeats } from '#features/people/students/moves/assign-batch.ts';
import { moveStudents } from '#features/people/students/moves/move-students.ts';
import { movesFrom } from '#features/people/students/moves/student-moves.ts';
import { studentStatusLabels } from '#features/people/students/student-status.ts';
import { billStudents } from '#features/money/billing/runs/bill-chunk.ts';

interface HowToAdmit {
  /** Of the public site, for messages. */
  origin?: string | null;
  /** The caller bills once the students have their batch. */
  isBilledLater?: boolean;
  /** What the caller has locked and read in this transaction already. */
  locked?: { application: LockedApplication; intake: LockedIntake };
}

/**
 * Makes the student of an accepted application, with guardians, photo, papers, enrolment and the first invoices, all or
 * nothing. A returning student gets the old record back.
 */
export async function admit(
  tx: Tx,
  actor: Actor,
  applicationId: number,
  input: AdmitInput,
  { origin = null, isBilledLater, locked }: HowToAdmit = {},
) {
  const application = locked?.application ?? (await lockForAdmission(tx, actor, [applicationId], [input.batch_id]))[0]!;
  const { institutionId, status } = application;
  allow(actor, 'admissions.admit', institutionId);
  if (status !== 'accepted')
    throw new Conflict(
      `${application.firstName} ${application.surname}’s application is ${stateText(status)}. Only accepted applicants can be admitted.`,
    );
  const intake = locked?.intake ?? (await intakeOf(tx, application));
  if (input.batch_id !== null) await refuseBatch(tx, actor, application, input.batch_id);
  const acting = withRecords(actor, institutionId);
  const student = await (application.returningStudentId === null ? addStudent : readmitStudent)(
    tx,
    acting,
    application,
    input,
  );
  await movePapers(tx, acting, application, intake.papers, student.studentId);
  await tx
    .update(applications)
    .set({
      status: 'admitted',
      admittedAt: sql`now()`,
      studentId: student.studentId,
      photoId: null,
      photoSmallId: null,
    })
    .where(hasKey(applications, institutionId, applicationId));
  if (intake.bills && !isBilledLater) await billNewcomers(tx, acting, intake, [student.studentId]);
  const name = `${application.firstName} ${application.surname}`;
  await record(tx, actor, 'admissions.admit', {
    institutionId,
    summary: `admitted ${name} as ${student.admissionNumber}`,
    subject: { type: 'application', id: applicationId },
    details: { student: student.studentId },
  });
  await notifyApplicants(tx, institutionId, [applicationId], 'admitted', origin);
  await announce(tx, institutionId, studentAdmitted, [{ studentId: student.studentId }], { except: actor.accountId });
  return { ...student, institutionId, name };
}

/** The intake, which stays as it is meanwhile. */
export async function intakeOf(
  tx: Tx,
  { institutionId, intakeId }: { institutionId: number; intakeId: number | null },
): Promise<LockedIntake> {
  const [intake] = await tx
    .select()
    .from(intakes)
    .where(hasKey(intakes, institutionId, intakeId!))
    .for('share');
  return intake!;
}

/** The applicant begins in the class that was applied for. */
async function refuseBatch(tx: Tx, actor: Actor, application: LockedApplication, batchId: number): Promise<void> {
  const { institutionId, classId } = application;
  const [batch] = await tx
    .select({ classId: batches.classId })
    .from(batches)
    .where(hasKey(batches, institutionId, batchId));
  if (!batch) throw new ValidationError('batch_id', 'Choose one from the list.');
  if (classId !== null && application.returningStudentId === null && batch.classId !== classId)
    throw new ValidationError(
      'batch_id',
      `Choose ${withArticle(batchTerm(actor, institutionId))} of the class in the application.`,
    );
}

/**
 * Admission writes what the applicant has entered, also into restricted fields, and enrols: the permission to admit is
 * enough for that. Acts and log entries stay those of the person.
 */
export function withRecords(actor: Actor, institutionId: number): Actor {
  const membership = membershipIn(actor, institutionId)!;
  const [all] = systemActor(institutionId, actor.name).institutions;
  return { ...actor, institutions: [{ ...membership, isOwner: true, permissions: all!.permissions }] };
}

/** The papers of the application become documents of the student's record. */
async function movePapers(
  tx: Tx,
  actor: Actor,
  { institutionId, id: applicationId }: LockedApplication,
  asked: readonly IntakePaper[],
  studentId: number,
): Promise<void> {
  const mine = and(
    eq(applicationPapers.institutionId, institutionId),
    eq(applicationPapers.applicationId, applicationId),
  );
  const papers = await tx.delete(applicationPapers).where(mine).returning();
  if (papers.length === 0) return;
  await tx.insert(documents).values(
    papers.map(({ kind, fileId, name }) => ({
      institutionId,
      studentId,
      fileId: fileId!,
      accountId: actor.accountId,
      title: asked.find(({ key }) => key === kind)?.label ?? name,
    })),
  );
}

/** A returning student continues the old record, which keeps its number and its history. */
async function readmitStudent(
  tx: Tx,
  actor: Actor,
  application: LockedApplication,
  { batch_id }: { batch_id: number | null },
) {
  const { institutionId } = application;
  const batchId = batch_id ?? (await chosenArm(tx, application));
  const { timeZone } = membershipIn(actor, institutionId)!;
  const student = await lockStudent(tx, actor, application.returningStudentId!);
  if (movesFrom(student.status).includes('readmit'))
    await moveStudents(tx, actor, 'readmit', [student.id], {
      onDate: today(timeZone),
      reason: 'Returned through an application',
      batchId,
    });
  else if (student.status === 'active') {
    if (batchId !== null && batchId !== student.batchId)
      await assignBatch(tx, actor, { batch_id: batchId, student_ids: [student.id] });
  } else
    throw new Conflict(
      `${student.firstName} ${student.surname} is ${studentStatusLabels[student.status].toLowerCase()} and can’t return through an application.`,
    );
  return { studentId: student.id, admissionNumber: student.admissionNumber };
}

/** The arm that the applicant chose. In a session to come nobody has one yet. */
async function chosenArm(tx: Tx, { institutionId, returningBatchId }: LockedApplication): Promise<number | null> {
  if (returningBatchId === null) return null;
  const [arm] = await tx
    .select({ id: batches.id })
    .from(batches)
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .where(
      and(
        eq(batches.institutionId, institutionId),
        eq(batches.id, returningBatchId),
        eq(academicSessions.isCurrent, true),
      ),
    );
  return arm?.id ?? null;
}

/** The fees of the session that everybody else was billed for, if they are for these students. They have their batch. */
export async function billNewcomers(
  tx: Tx,
  actor: Actor,
  { institutionId, sessionId }: Pick<LockedIntake, 'institutionId' | 'sessionId'>,
  studentIds: number[],
): Promise<void> {
  const fees = await query<{ id: number }>(tx)`
    select f.id from fees f where f.institution_id = ${institutionId} and f.session_id = ${sessionId} and f.ended_at is null
      and exists (select from fee_runs r where r.institution_id = f.institution_id and r.fee_id = f.id and r.state = 'done')
    order by f.id for share of f`;
  const ids = studentIds.toSorted((a, b) => a - b);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  for (const { id } of fees)
    await billStudents(tx, actor, { institutionId, id: Number(id), sessionId: sessionId! }, ids, day, null);
}

interface Found {
  institutionId: number;
  intakeId: number;
  studentId: number | null;
  batchId: number | null;
}

/**
 * Locks what an admission needs, in the common order: the intake stays as it is, then class arms, returning students and
 * the applications.
 */
export async function lockForAdmission(
  tx: Tx,
  actor: Actor,
  applicationIds: readonly number[],
  batchIds: readonly (number | null)[],
): Promise<LockedApplication[]> {
  const found = await query<Found>(tx)`
    select institution_id as "institutionId", intake_id as "intakeId", returning_student_id as "studentId",
      case when returning_student_id is not null then returning_batch_id end as "batchId"
    from applications where institution_id = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[])
      and id = any (${sql.param([...applicationIds])}::bigint[])`;
  if (found.length === 0) throw new NotFound('application');
  const { institutionId } = found[0]!;
  const all = (of: (row: Found) => number | null) => found.flatMap((row) => of(row) ?? []).map(Number);
  await tx.execute(sql`select 1 from intakes where institution_id = ${institutionId}
    and id = any (${sql.param(all((row) => row.intakeId))}::bigint[]) order by id for share`);
  const wanted = batchIds.filter((id) => id !== null);
  await lockSeats(tx, institutionId, [...wanted, ...all((row) => row.batchId)]);
  const returning = all((row) => row.studentId);
  if (returning.length > 0)
    await tx.execute(sql`select 1 from students where institution_id = ${institutionId}
      and id = any (${sql.param(returning)}::bigint[]) order by id for no key update`);
  return lockApplications(tx, actor, applicationIds);
}
