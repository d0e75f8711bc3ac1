import { and, asc, eq } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { teacherChoices } from './batches.queries.ts';
import { listClasses } from './classes.queries.ts';
import { listSessions } from './sessions.queries.ts';
import { batches, classes } from './structure.schema.ts';
import type { BatchFormProps, MakeBatchesProps } from './structure.pages.ts';

/** What the form of a batch offers: open sessions, classes, teachers, and the arms that are taken. */
export async function batchFormOffer(
  db: Db,
  actor: Actor,
  institutionId: number,
  batchId?: number,
): Promise<Pick<BatchFormProps, 'sessions' | 'classes' | 'taken' | 'teachers'>> {
  const [sessions, all, taken, teachers] = await Promise.all([
    listSessions(db, actor, institutionId),
    listClasses(db, actor, institutionId),
    db
      .select({ id: batches.id, classId: batches.classId, sessionId: batches.sessionId, arm: batches.arm })
      .from(batches)
      .where(eq(batches.institutionId, institutionId))
      .limit(5000),
    teacherChoices(db, institutionId),
  ]);
  return {
    sessions: sessions.filter((one) => !one.closedAt).map(({ id, name, isCurrent }) => ({ id, name, isCurrent })),
    classes: all.map(({ id, name, program }) => ({ id, name, program })),
    taken: taken
      .filter((one) => one.id !== batchId)
      .map(({ classId, sessionId, arm }) => ({ classId, sessionId, arm })),
    teachers,
  };
}

interface Wanted {
  from?: number;
  to?: number;
}

/** What 'make batches for a session' would make: from the session before, unless another one is chosen. */
export async function makePlan(
  db: Db,
  actor: Actor,
  institutionId: number,
  wanted: Wanted,
): Promise<Omit<MakeBatchesProps, 'institutionId' | 'institutions'>> {
  // The actor knows its sessions, latest first; whether one is closed does not matter for the preview: the verb refuses.
  const sessions = membershipIn(actor, institutionId)!.sessions;
  const rows = await db
    .select({
      id: batches.id,
      name: batches.name,
      class: classes.name,
      classId: batches.classId,
      arm: batches.arm,
      capacity: batches.capacity,
      sessionId: batches.sessionId,
    })
    .from(batches)
    .innerJoin(classes, and(eq(classes.institutionId, batches.institutionId), eq(classes.id, batches.classId)))
    .where(eq(batches.institutionId, institutionId))
    .orderBy(asc(classes.programId), asc(classes.position), asc(batches.name))
    .limit(5000);
  const at = wanted.to ? sessions.findIndex((one) => one.id === wanted.to) : 0;
  const to = sessions[at];
  const hasSome = (sessionId: number) => rows.some((row) => row.sessionId === sessionId);
  const from = wanted.from
    ? sessions.find((one) => one.id === wanted.from)
    : sessions.slice(at + 1).find((one) => hasSome(one.id));
  const there = new Set(rows.filter((row) => row.sessionId === to?.id).map((row) => `${row.classId} ${row.arm}`));
  return {
    sessions,
    sessionId: to?.id ?? null,
    fromSessionId: from?.id ?? null,
    plan: rows
      .filter((row) => row.sessionId === from?.id && from?.id !== to?.id)
      .map(({ id, name, class: className, classId, arm, capacity }) => ({
        id,
        name,
        class: className,
        capacity,
        exists: there.has(`${classId} ${arm}`),
      })),
  };
}
