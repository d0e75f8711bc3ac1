import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { academicSessions, batches, classes, programs } from './structure.schema.ts';

/** The open batches of the current session with their fill, in the order of the classes. */
export const batchChoices = (db: Db, actor: Actor, wanted?: number) =>
  db
    .select({
      id: batches.id,
      name: batches.name,
      institutionId: batches.institutionId,
      classId: classes.id,
      className: classes.name,
      capacity: batches.capacity,
      students: sql<number>`(select count(*) from students s where s.institution_id = ${batches.institutionId} and s.batch_id = ${batches.id})`,
    })
    .from(batches)
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .innerJoin(classes, and(eq(classes.institutionId, batches.institutionId), eq(classes.id, batches.classId)))
    .where(
      and(
        inArray(batches.institutionId, institutionsInView(actor, wanted, 'structure.view')),
        eq(academicSessions.isCurrent, true),
        isNull(batches.closedAt),
      ),
    )
    .orderBy(asc(batches.institutionId), asc(classes.programId), asc(classes.position), asc(batches.name))
    .limit(1000);

export const programChoices = (db: Db, actor: Actor, wanted?: number) =>
  db
    .select({ id: programs.id, name: programs.name })
    .from(programs)
    .where(
      and(
        inArray(programs.institutionId, institutionsInView(actor, wanted, 'structure.view')),
        isNull(programs.retiredAt),
      ),
    )
    .orderBy(asc(programs.name));
