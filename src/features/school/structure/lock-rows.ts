import { and, asc, eq, inArray, type Column } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { closedSessionMessage } from '#kernel/closed-sessions.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { academicSessions, batches, classes, courses, programs } from './structure.schema.ts';

/* Locks and returns a record for editing: NotFound if the actor cannot see it, NotAllowed if they can only view it.
 */
export const lockSession = (tx: Tx, actor: Actor, id: number) =>
  lockOne(
    actor,
    'academic session',
    tx
      .select()
      .from(academicSessions)
      .where(visible(actor, academicSessions, id))
      .for('no key update'),
  );

export const lockProgram = (tx: Tx, actor: Actor, id: number) =>
  lockOne(
    actor,
    'program',
    tx
      .select()
      .from(programs)
      .where(visible(actor, programs, id))
      .for('no key update'),
  );

/** Locks a class with all others of its institution, since their order and promotion depend on each other. */
export async function lockClass(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx
    .select({ institutionId: classes.institutionId })
    .from(classes)
    .where(visible(actor, classes, id));
  if (found) await lockClassesOf(tx, found.institutionId);
  return lockOne(
    actor,
    'class',
    tx
      .select()
      .from(classes)
      .where(visible(actor, classes, id)),
  );
}

const lockClassesOf = (tx: Tx, institutionId: number) =>
  tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(asc(classes.id))
    .for('no key update');

export const lockCourse = (tx: Tx, actor: Actor, id: number) =>
  lockOne(
    actor,
    'course',
    tx
      .select()
      .from(courses)
      .where(visible(actor, courses, id))
      .for('no key update'),
  );

/** Locks a session that is not closed. */
export async function lockOpenSession(tx: Tx, actor: Actor, id: number) {
  const session = await lockSession(tx, actor, id);
  refuseClosed(session);
  return session;
}

/**
 * Locks all sessions of an institution in a fixed order. Making another one current changes two of them and, by a
 * trigger, accounts; without this, two such changes could deadlock.
 */
export async function lockSessionsOf(tx: Tx, institutionId: number): Promise<void> {
  await tx
    .select({ id: academicSessions.id })
    .from(academicSessions)
    .where(eq(academicSessions.institutionId, institutionId))
    .orderBy(asc(academicSessions.id))
    .for('no key update');
}

/** The same, given one of its sessions. */
export async function lockSiblingSessions(tx: Tx, actor: Actor, id: number): Promise<void> {
  const [session] = await tx
    .select({ institutionId: academicSessions.institutionId })
    .from(academicSessions)
    .where(visible(actor, academicSessions, id));
  if (session) await lockSessionsOf(tx, session.institutionId);
}

/** Locks a batch whose session is not closed, with the session. */
export async function lockBatchOfOpenSession(tx: Tx, actor: Actor, id: number) {
  const batch = await lockOne(
    actor,
    'batch',
    tx
      .select()
      .from(batches)
      .where(visible(actor, batches, id))
      .for('no key update'),
  );
  const session = await lockOpenSession(tx, actor, batch.sessionId);
  return { ...batch, session };
}

/** Refuses changes to a closed session. */
function refuseClosed(session: { name: string; closedAt: Date | null }): void {
  if (session.closedAt) throw new ValidationError('form', closedSessionMessage(session.name));
}

const visible = (actor: Actor, table: { institutionId: Column; id: Column }, id: number) =>
  and(inArray(table.institutionId, institutionsWhere(actor, 'structure.view')), eq(table.id, id));

async function lockOne<Row extends { institutionId: number }>(
  actor: Actor,
  noun: string,
  found: PromiseLike<Row[]>,
): Promise<Row> {
  const [row] = await found;
  if (!row) throw new NotFound(noun);
  allow(actor, 'structure.edit', row.institutionId);
  return row;
}
