import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor, allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, type Db, query, hasKey } from '#kernel/database.ts';
import { NotFound, ValidationError, refuseDuplicate, orNotFound } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { formParts, type FormPart, type ApplicationState } from '../admissions.ts';
import { applications, applicationTasks, applicationNotes } from '../admissions.schema.ts';
import { holdIntake, type LockedIntake, lockApplication, type LockedApplication } from '../lock-applications.ts';
import { statusAddress, writeToApplicants } from '../notify-applicants.ts';
import type { Answers } from '../intake-needs.ts';
import type { IntakePaper, IntakeTest } from '../intake-form.ts';
import { className, programName, sessionName } from './application-page.ts';
import { ageOf } from './applications.list.ts';
import type { PersonNames } from '#ui/format.ts';

export const AddTask = z.object({
  part: z.string({ error: 'Choose what to request.' }).min(1, 'Choose what to request.').max(60),
  message: line(300, 'The message'),
});

/** Asks the applicant for a part of the form again: it can be changed until it is done, although the application was sent. */
export async function addTask(
  tx: Tx,
  actor: Actor,
  applicationId: number,
  { part, message }: z.infer<typeof AddTask>,
  origin: string | null,
): Promise<void> {
  const intake = await holdIntakeOf(tx, actor, applicationId);
  const application = await lockForReview(tx, actor, applicationId);
  const { institutionId, status } = application;
  if (!['submitted', 'under_review', 'waiting_list', 'offered'].includes(status))
    throw new ValidationError('part', 'This application is decided. Reopen it before you request anything.');
  const label = labelOf(intake, part);
  await refuseDuplicate(
    tx.insert(applicationTasks).values({ institutionId, applicationId, part, message, accountId: actor.accountId }),
    { application_tasks_open: ['part', `${label} has already been requested. Close that task first.`] },
  );
  await record(tx, actor, 'admissions.addTask', {
    institutionId,
    summary: `asked ${named(application)} for: ${label}`,
    subject: subjectOf(application),
    details: { part, message },
  });
  await writeToApplicants(tx, institutionId, [applicationId], (told) => {
    const address = statusAddress(told, origin);
    const link = address ? ` ${address}` : '';
    return `${told.school}: application ${told.number} needs something from you. ${label}: ${message}${link}`;
  });
}

/** The intake, whose papers stay as they are meanwhile. */
async function holdIntakeOf(tx: Tx, actor: Actor, applicationId: number): Promise<LockedIntake> {
  const [found] = await tx
    .select({ intakeId: applications.intakeId })
    .from(applications)
    .where(
      and(
        inArray(applications.institutionId, institutionsWhere(actor, 'admissions.view')),
        eq(applications.id, applicationId),
      ),
    );
  if (!found) throw new NotFound('application');
  return holdIntake(tx, actor, found.intakeId);
}

/** The label of a part that the intake asks for. */
function labelOf({ papers }: LockedIntake, part: string): string {
  if (part !== 'photo' && Object.hasOwn(formParts, part)) return formParts[part as FormPart];
  const paper = papers.find(({ key }) => part === (key === 'photo' ? key : `paper:${key}`));
  if (!paper) throw new ValidationError('part', 'Choose what to request.');
  return paper.label;
}

/** The school no longer asks for it. */
export async function closeTask(tx: Tx, actor: Actor, applicationId: number, taskId: number): Promise<void> {
  const application = await lockForReview(tx, actor, applicationId);
  const { institutionId } = application;
  const [closed] = await tx
    .update(applicationTasks)
    .set({ closedAt: sql`now()` })
    .where(
      and(
        eq(applicationTasks.institutionId, institutionId),
        eq(applicationTasks.applicationId, applicationId),
        eq(applicationTasks.id, taskId),
        isNull(applicationTasks.doneAt),
        isNull(applicationTasks.closedAt),
      ),
    )
    .returning({ message: applicationTasks.message });
  if (!closed) throw new NotFound('open task');
  await record(tx, actor, 'admissions.closeTask', {
    institutionId,
    summary: `closed a task for ${named(application)}`,
    subject: subjectOf(application),
    details: { message: closed.message },
  });
}

const named = ({ firstName, surname }: LockedApplication) => `${firstName} ${surname}`;
const subjectOf = ({ id }: LockedApplication) => ({ type: 'application', id });

async function lockForReview(tx: Tx, actor: Actor, applicationId: number): Promise<LockedApplication> {
  const application = await lockApplication(tx, actor, applicationId);
  allow(actor, 'admissions.review', application.institutionId);
  return application;
}

/** A submitted application is under review from now on; one that is further stays as it is. */
export async function startReview(tx: Tx, actor: Actor, applicationId: number): Promise<void> {
  const application = await lockForReview(tx, actor, applicationId);
  if (application.status !== 'submitted') return;
  await tx
    .update(applications)
    .set({ status: 'under_review' })
    .where(hasKey(applications, application.institutionId, applicationId));
  await record(tx, actor, 'admissions.startReview', {
    institutionId: application.institutionId,
    summary: `started the review of ${named(application)}`,
    subject: subjectOf(application),
  });
}

export const AddNote = z.object({
  note: z.string().trim().min(1, 'Enter the note.').max(1000, 'A note can have up to 1000 characters.'),
});

/** Adds a note that colleagues read. */
export async function addNote(tx: Tx, actor: Actor, applicationId: number, { note }: z.infer<typeof AddNote>) {
  const application = await lockForReview(tx, actor, applicationId);
  const { institutionId } = application;
  await tx.insert(applicationNotes).values({ institutionId, applicationId, note, accountId: actor.accountId });
  await record(tx, actor, 'admissions.addNote', {
    institutionId,
    summary: `added a note about ${named(application)}`,
    subject: subjectOf(application),
  });
}

/** Deletes a note. Only its author can. */
export async function deleteNote(tx: Tx, actor: Actor, applicationId: number, noteId: number): Promise<void> {
  const application = await lockForReview(tx, actor, applicationId);
  const { institutionId } = application;
  const own = and(
    eq(applicationNotes.institutionId, institutionId),
    eq(applicationNotes.applicationId, applicationId),
    eq(applicationNotes.id, noteId),
  );
  const [note] = await tx.select({ accountId: applicationNotes.accountId }).from(applicationNotes).where(own);
  if (!note) throw new NotFound('note');
  if (note.accountId !== actor.accountId) throw new ValidationError('form', 'Only the author of a note can delete it.');
  await tx.delete(applicationNotes).where(own);
  await record(tx, actor, 'admissions.deleteNote', {
    institutionId,
    summary: `deleted a note about ${named(application)}`,
    subject: subjectOf(application),
  });
}

export interface ReviewedApplication extends PersonNames {
  id: number;
  institutionId: number;
  intakeId: number;
  number: string;
  gender: 'female' | 'male' | null;
  birthDate: string | null;
  phone: string | null;
  email: string | null;
  status: ApplicationState;
  answers: Answers;
  hasPhoto: boolean;
  submittedAt: string;
  score: number | null;
  interview: number | null;
  offerUntil: string | null;
  closeReason: string | null;
  feePaidAt: string | null;
  acceptancePaidAt: string | null;
  age: number | null;
  class: string | null;
  program: string;
  session: string;
  /** Its serial. */
  /** The serial number of the pin that opened it. */
  pin: number | null;
  /** The record that it became, or to which a returning student comes back. */
  student: { id: number; name: string; number: string } | null;
  returning: { id: number; name: string; number: string; batch: string | null } | null;
  intake: {
    papers: IntakePaper[];
    tests: IntakeTest[];
    requiresPin: boolean;
    applicationFee: number;
    acceptanceFee: number;
    minimumAge: number | null;
    maximumAge: number | null;
    ageOn: string;
    cutoff: number | null;
  };
}

const person = (id: string) => sql`(select jsonb_build_object('id', s.id, 'number', s.admission_number,
    'name', concat_ws(' ', s.first_name, s.middle_name, s.surname),
    'batch', (select b.name from batches b
      where b.institution_id = s.institution_id and b.id = applications.returning_batch_id))
  from students s where s.institution_id = applications.institution_id and s.id = ${sql.raw(`applications.${id}`)})`;

/** Applications that the actor may know exist. */
export const isVisible = (actor: Actor) => sql`applications.status <> 'draft' and applications.institution_id
  = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[])`;

/** An application that was sent; NotFound for people who can't see it. */
export async function findApplication(db: Db, actor: Actor, applicationId: number): Promise<ReviewedApplication> {
  const rows = await query<ReviewedApplication>(db, render)`
    select applications.id, applications.institution_id as "institutionId", intake_id as "intakeId", number, surname,
      first_name as "firstName", middle_name as "middleName", gender, birth_date as "birthDate", phone, email, status,
      answers, photo_id is not null as "hasPhoto", to_json(submitted_at) as "submittedAt", score::float, interview::float,
      offer_until as "offerUntil", close_reason as "closeReason", to_json(fee_paid_at) as "feePaidAt",
      to_json(acceptance_paid_at) as "acceptancePaidAt", ${ageOf} as age, ${className} as class, ${programName} as program,
      ${sessionName} as session, ${person('student_id')} as student, ${person('returning_student_id')} as returning,
      (select n.serial from pins n where n.institution_id = applications.institution_id and n.id = applications.pin_id) as pin,
      (select jsonb_build_object('papers', i.papers, 'tests', i.tests, 'requiresPin', i.requires_pin,
          'applicationFee', i.application_fee, 'acceptanceFee', i.acceptance_fee, 'minimumAge', i.minimum_age,
          'maximumAge', i.maximum_age, 'ageOn', coalesce(i.age_on, y.starts_on), 'cutoff', i.cutoff)
        from intakes i join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
        where i.institution_id = applications.institution_id and i.id = intake_id) as intake
    from applications where ${isVisible(actor)} and applications.id = ${applicationId}`;
  return orNotFound(rows[0], 'application');
}
