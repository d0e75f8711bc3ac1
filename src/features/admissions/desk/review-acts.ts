import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused, refuseDuplicate } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { applicationNotes, applications, applicationTasks, intakes } from '../admissions.schema.ts';
import { formParts, type FormPart } from '../admissions.ts';
import { lockApplication, type LockedApplication } from '../lock-applications.ts';
import { writeToApplicants } from '../tell-applicant.ts';

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
    .where(and(eq(applications.institutionId, application.institutionId), eq(applications.id, applicationId)));
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
  if (note.accountId !== actor.accountId) throw new Refused('form', 'Only the author of a note can delete it.');
  await tx.delete(applicationNotes).where(own);
  await record(tx, actor, 'admissions.deleteNote', {
    institutionId,
    summary: `deleted a note about ${named(application)}`,
    subject: subjectOf(application),
  });
}

export const AddTask = z.object({
  part: z.string({ error: 'Choose what to ask for.' }).min(1, 'Choose what to ask for.').max(60),
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
  const application = await lockForReview(tx, actor, applicationId);
  const { institutionId, status } = application;
  if (!['submitted', 'under_review', 'waiting_list', 'offered'].includes(status))
    throw new Refused('part', 'This application is decided. Reopen it before you ask for something.');
  const label = await labelOf(tx, application, part);
  await refuseDuplicate(
    tx.insert(applicationTasks).values({ institutionId, applicationId, part, message, accountId: actor.accountId }),
    { application_tasks_open: ['part', `${label} is already asked for. Close that task first.`] },
  );
  await record(tx, actor, 'admissions.addTask', {
    institutionId,
    summary: `asked ${named(application)} for: ${label}`,
    subject: subjectOf(application),
    details: { part, message },
  });
  await writeToApplicants(tx, institutionId, [applicationId], ({ school, number, slug }) => {
    const link = origin && slug ? ` ${origin}/sites/${slug}/application` : '';
    return `${school}: application ${number} needs something from you. ${label}: ${message}${link}`;
  });
}

/** The label of a part that the intake asks for. */
async function labelOf(tx: Tx, { institutionId, intakeId }: LockedApplication, part: string): Promise<string> {
  if (part !== 'photo' && Object.hasOwn(formParts, part)) return formParts[part as FormPart];
  const [intake] = await tx
    .select({ papers: intakes.papers })
    .from(intakes)
    .where(and(eq(intakes.institutionId, institutionId), eq(intakes.id, intakeId)));
  const paper = intake!.papers.find(({ key }) => part === (key === 'photo' ? key : `paper:${key}`));
  if (!paper) throw new Refused('part', 'Choose what to ask for.');
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
