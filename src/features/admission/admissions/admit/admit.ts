import { eq, and, sql } from 'drizzle-orm';
import { announce } from '#kernel/messages/announce.ts';
import { record } from '#kernel/audit.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { batchWord } from '#features/school/structure/batches/batch-word.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { stateInWords } from '../decisions/transitions.ts';
import { studentAdmitted } from '../admissions.events.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import { addStudent, type AdmitInput } from './add-student.ts';
import { billNewcomers } from './bill-newcomers.ts';
import { lockForAdmission } from './lock-for-admission.ts';
import { readmitStudent } from './readmit-student.ts';
import { allow, membershipIn, systemActor, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { applications, intakes, applicationPapers } from '../admissions.schema.ts';
import type { LockedApplication, LockedIntake } from '../lock-applications.ts';
import { documents } from '#features/records/people/people.schema.ts';
import type { IntakePaper } from '../intake-form.ts';

interface HowToAdmit {
  /** Of the public site, for messages. */
  origin?: string | null;
  /** The caller bills once the students have their batch. */
  isBilledLater?: boolean;
  /** What the caller has locked and read in this transaction already. */
  locked?: { application: LockedApplication; intake: LockedIntake };
}

export interface Admitted {
  institutionId: number;
  studentId: number;
  name: string;
  admissionNumber: string;
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
): Promise<Admitted> {
  const application = locked?.application ?? (await lockForAdmission(tx, actor, [applicationId], [input.batch_id]))[0]!;
  const { institutionId, status } = application;
  allow(actor, 'admissions.admit', institutionId);
  if (status !== 'accepted')
    throw new Conflict(
      `${application.firstName} ${application.surname}’s application is ${stateInWords(status)}. Only accepted applicants can be admitted.`,
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
    .where(and(eq(applications.institutionId, institutionId), eq(applications.id, applicationId)));
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
    .where(and(eq(intakes.institutionId, institutionId), eq(intakes.id, intakeId!)))
    .for('share');
  return intake!;
}

/** The applicant begins in the class that was applied for. */
async function refuseBatch(tx: Tx, actor: Actor, application: LockedApplication, batchId: number): Promise<void> {
  const { institutionId, classId } = application;
  const [batch] = await tx
    .select({ classId: batches.classId })
    .from(batches)
    .where(and(eq(batches.institutionId, institutionId), eq(batches.id, batchId)));
  if (!batch) throw new ValidationError('batch_id', 'Choose one from the list.');
  if (classId !== null && application.returningStudentId === null && batch.classId !== classId)
    throw new ValidationError(
      'batch_id',
      `Choose ${withArticle(batchWord(actor, institutionId))} of the class that was applied for.`,
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
