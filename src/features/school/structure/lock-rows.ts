import { and, asc, eq, inArray, type Column } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { closedSessionMessage } from '#kernel/closed-sessions.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { academicSessions, batches, classes, courses, programs } from './structure.schema.ts';

/* Locks and returns a record for editing: NotFound if the actor cannot see it, NotAllowed if they can only view it. */
export const lockSession = (tx: Tx, actor: Actor, id: number) =>
  lockOne(tx, actor, 'academic session', academicSessions, id);

export const lockProgram = (tx: Tx, actor: Actor, id: number) => lockOne(tx, actor, 'program', programs, id);

/** Locks a class with all others of its institution, since their order and promotion depend on each other. */
export async function lockClass(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx
    .select({ institutionId: classes.institutionId })
    .from(classes)
    .where(visible(actor, classes, id));
  if (found) await lockClassesOf(tx, found.institutionId);
  return lockOne(tx, actor, 'class', classes, id);
}

const lockClassesOf = (tx: Tx, institutionId: number) =>
  tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(asc(classes.id))
    .for('no key update');

export const lockCourse = (tx: Tx, actor: Actor, id: number) => lockOne(tx, actor, 'course', courses, id);

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
  const batch = await lockOne(tx, actor, 'batch', batches, id);
  const session = await lockOpenSession(tx, actor, batch.sessionId);
  return { ...batch, session };
}

/** Refuses changes to a closed session. */
function refuseClosed(session: { name: string; closedAt: Date | null }): void {
  if (session.closedAt) throw new ValidationError('form', closedSessionMessage(session.name));
}

const visible = (actor: Actor, table: { institutionId: Column; id: Column }, id: number) =>
  and(inArray(table.institutionId, institutionsWhere(actor, 'structure.view')), eq(table.id, id));

type Locked = typeof academicSessions | typeof programs | typeof classes | typeof courses | typeof batches;

async function lockOne<Table extends Locked>(tx: Tx, actor: Actor, noun: string, table: Table, id: number) {
  const found = tx
    .select()
    .from(table as PgTable)
    .where(visible(actor, table, id))
    .for('no key update');
  const [row] = (await found) as Table['$inferSelect'][];
  if (!row) throw new NotFound(noun);
  allow(actor, 'structure.edit', row.institutionId);
  return row;
}
