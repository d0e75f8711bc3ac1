import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { intakeClasses, intakes } from '../admissions.schema.ts';
import { intakeName, lockIntakeDetails } from './intake.queries.ts';

/** Shows an intake on the institution's site from its opening, or hides it. Returns its name. */
export async function publishIntake(tx: Tx, actor: Actor, intakeId: number, isOut: boolean): Promise<string> {
  const intake = await lockIntakeDetails(tx, actor, intakeId);
  const { institutionId } = intake;
  allow(actor, 'admissions.edit', institutionId);
  const name = intakeName(intake);
  if ((intake.state !== 'draft') === isOut) return name;
  await tx
    .update(intakes)
    .set({ publishedAt: isOut ? sql`now()` : null })
    .where(and(eq(intakes.institutionId, institutionId), eq(intakes.id, intakeId)));
  await record(tx, actor, isOut ? 'admissions.publishIntake' : 'admissions.unpublishIntake', {
    institutionId,
    summary: isOut ? `published the intake ${name}` : `hid the intake ${name} from visitors`,
    subject: { type: 'intake', id: intakeId },
  });
  return name;
}

/** Deletes an intake without applications, drafts included. */
export async function deleteIntake(tx: Tx, actor: Actor, intakeId: number): Promise<string> {
  const intake = await lockIntakeDetails(tx, actor, intakeId);
  const { institutionId } = intake;
  allow(actor, 'admissions.edit', institutionId);
  const name = intakeName(intake);
  if (Object.keys(intake.counts).length > 0)
    throw new ValidationError('form', `${name} has applications or drafts and can’t be deleted. Unpublish it instead.`);
  await tx.execute(sql`delete from exam_sittings where institution_id = ${institutionId} and intake_id = ${intakeId}`);
  await tx
    .delete(intakeClasses)
    .where(and(eq(intakeClasses.institutionId, institutionId), eq(intakeClasses.intakeId, intakeId)));
  await tx.delete(intakes).where(and(eq(intakes.institutionId, institutionId), eq(intakes.id, intakeId)));
  await record(tx, actor, 'admissions.deleteIntake', {
    institutionId,
    summary: `deleted the intake ${name}`,
    subject: { type: 'intake', id: intakeId },
    details: { name },
  });
  return name;
}
