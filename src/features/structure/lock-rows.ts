import { and, asc, eq, inArray, type Column } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { academicSessions, batches, classes, courses, programs } from './structure.schema.ts';

/*
 * A row of the structure, locked, for whom may change it: NotFound for whom may not see it, NotAllowed for whom may
 * only look.
 */
export const lockSession = (tx: Tx, actor: Actor, id: number) =>
  one(
    actor,
    'academic session',
    tx
      .select()
      .from(academicSessions)
      .where(seen(actor, academicSessions, id))
      .for('no key update'),
  );

export const lockProgram = (tx: Tx, actor: Actor, id: number) =>
  one(
    actor,
    'program',
    tx
      .select()
      .from(programs)
      .where(seen(actor, programs, id))
      .for('no key update'),
  );

/** A class beside all others of its institution: their order, and which follows which, is theirs together. */
export async function lockClass(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx
    .select({ institutionId: classes.institutionId })
    .from(classes)
    .where(seen(actor, classes, id));
  if (found) await lockClassesOf(tx, found.institutionId);
  return one(
    actor,
    'class',
    tx
      .select()
      .from(classes)
      .where(seen(actor, classes, id)),
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
  one(
    actor,
    'course',
    tx
      .select()
      .from(courses)
      .where(seen(actor, courses, id))
      .for('no key update'),
  );

/** A session that may still be written to. */
export async function lockOpenSession(tx: Tx, actor: Actor, id: number) {
  const session = await lockSession(tx, actor, id);
  refuseClosed(session);
  return session;
}

/**
 * All sessions of an institution, in one order: whoever makes another one current changes two of them and, by a trigger,
 * the accounts that see them, and would otherwise wait for somebody who waits for him.
 */
export async function lockSessionsOf(tx: Tx, institutionId: number): Promise<void> {
  await tx
    .select({ id: academicSessions.id })
    .from(academicSessions)
    .where(eq(academicSessions.institutionId, institutionId))
    .orderBy(asc(academicSessions.id))
    .for('no key update');
}

/** The same, when one of them is known. */
export async function lockSessionsBeside(tx: Tx, actor: Actor, id: number): Promise<void> {
  const [session] = await tx
    .select({ institutionId: academicSessions.institutionId })
    .from(academicSessions)
    .where(seen(actor, academicSessions, id));
  if (session) await lockSessionsOf(tx, session.institutionId);
}

/** A batch with its session, when that may still be written to. */
export async function lockBatchOfOpenSession(tx: Tx, actor: Actor, id: number) {
  const batch = await one(
    actor,
    'batch',
    tx
      .select()
      .from(batches)
      .where(seen(actor, batches, id))
      .for('no key update'),
  );
  const session = await lockOpenSession(tx, actor, batch.sessionId);
  return { ...batch, session };
}

/** Closed sessions can only be read. */
export function refuseClosed(session: { name: string; closedAt: Date | null }): void {
  if (session.closedAt)
    throw new Refused('form', `${session.name} is closed and can only be read. Reopen the session to change it.`);
}

const seen = (actor: Actor, table: { institutionId: Column; id: Column }, id: number) =>
  and(inArray(table.institutionId, institutionsWhere(actor, 'structure.view')), eq(table.id, id));

async function one<Row extends { institutionId: number }>(
  actor: Actor,
  what: string,
  found: PromiseLike<Row[]>,
): Promise<Row> {
  const [row] = await found;
  if (!row) throw new NotFound(what);
  allow(actor, 'structure.edit', row.institutionId);
  return row;
}
