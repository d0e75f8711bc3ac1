import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { formParts, type FormPart } from '../admissions.ts';
import { applications, applicationTasks } from '../admissions.schema.ts';
import { holdIntake, type LockedIntake } from '../lock-applications.ts';
import { statusAddress, writeToApplicants } from '../notify-applicants.ts';
import { lockForReview, named, subjectOf } from './review-acts.ts';

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
  const intake = await holdIntakeOf(tx, actor, applicationId);
  const application = await lockForReview(tx, actor, applicationId);
  const { institutionId, status } = application;
  if (!['submitted', 'under_review', 'waiting_list', 'offered'].includes(status))
    throw new ValidationError('part', 'This application is decided. Reopen it before you ask for something.');
  const label = labelOf(intake, part);
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
  if (!paper) throw new ValidationError('part', 'Choose what to ask for.');
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
