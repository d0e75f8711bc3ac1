import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { applicationNotes, applications } from '../admissions.schema.ts';
import { lockApplication, type LockedApplication } from '../lock-applications.ts';

export const named = ({ firstName, surname }: LockedApplication) => `${firstName} ${surname}`;
export const subjectOf = ({ id }: LockedApplication) => ({ type: 'application', id });

export async function lockForReview(tx: Tx, actor: Actor, applicationId: number): Promise<LockedApplication> {
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
  if (note.accountId !== actor.accountId) throw new ValidationError('form', 'Only the author of a note can delete it.');
  await tx.delete(applicationNotes).where(own);
  await record(tx, actor, 'admissions.deleteNote', {
    institutionId,
    summary: `deleted a note about ${named(application)}`,
    subject: subjectOf(application),
  });
}
