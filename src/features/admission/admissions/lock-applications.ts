import { and, asc, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, orNotFound } from '#kernel/errors.ts';
import { applications, intakes } from './admissions.schema.ts';

export type LockedApplication = typeof applications.$inferSelect;
export type LockedIntake = typeof intakes.$inferSelect;

/** Locks applications that the actor can see, by id. Drafts belong to their applicants and are not found. */
export async function lockApplications(tx: Tx, actor: Actor, ids: readonly number[]): Promise<LockedApplication[]> {
  const wanted = [...new Set(ids)];
  const rows = await tx
    .select()
    .from(applications)
    .where(
      and(
        inArray(applications.institutionId, institutionsWhere(actor, 'admissions.view')),
        inArray(applications.id, wanted),
      ),
    )
    .orderBy(asc(applications.id))
    .for('no key update');
  const sent = rows.filter(({ status }) => status !== 'draft');
  if (sent.length !== wanted.length) throw new NotFound('application');
  return sent;
}

export async function lockApplication(tx: Tx, actor: Actor, id: number): Promise<LockedApplication> {
  const [application] = await lockApplications(tx, actor, [id]);
  return application!;
}

/** Keeps the tests, papers and classes of an intake as they are, before its applications are locked. */
export async function holdIntake(tx: Tx, actor: Actor, id: number): Promise<LockedIntake> {
  const [intake] = await tx
    .select()
    .from(intakes)
    .where(and(inArray(intakes.institutionId, institutionsWhere(actor, 'admissions.view')), eq(intakes.id, id)))
    .for('share');
  return orNotFound(intake, 'intake');
}

/** Locks an intake, so that verbs that count or give its seats take turns. */
export async function lockIntake(tx: Tx, actor: Actor, id: number): Promise<LockedIntake> {
  const [intake] = await tx
    .select()
    .from(intakes)
    .where(and(inArray(intakes.institutionId, institutionsWhere(actor, 'admissions.view')), eq(intakes.id, id)))
    .for('no key update');
  return orNotFound(intake, 'intake');
}
