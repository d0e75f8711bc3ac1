import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { academicSessions, batches, classes } from '#features/school/structure/structure.schema.ts';
import { students } from '#features/people/students/students.schema.ts';

/** The open batches of the current session with their taken seats. */
export const listOpenBatches = (db: Db, institutionId: number) =>
  db
    .select({
      id: batches.id,
      name: batches.name,
      arm: batches.arm,
      className: classes.name,
      sessionId: batches.sessionId,
      capacity: batches.capacity,
      /** The institution's term: 'class arm'. */
      word: sql<string>`(select lower(coalesce(terminology ->> 'batch', 'batch')) from institutions where id = ${batches.institutionId})`,
      taken: sql<number>`(select count(*) from ${students}
        where ${students.institutionId} = ${institutionId} and ${students.batchId} = ${batches.id})`.mapWith(Number),
    })
    .from(batches)
    .innerJoin(classes, and(eq(classes.institutionId, batches.institutionId), eq(classes.id, batches.classId)))
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(and(eq(batches.institutionId, institutionId), academicSessions.isCurrent, isNull(batches.closedAt)))
    .orderBy(asc(batches.id));
