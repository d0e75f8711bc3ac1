import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { type Db, hasKey, pick } from '#kernel/database.ts';
import { classes, programs } from '../structure.schema.ts';
import { pageOf } from '../view.ts';

const next = alias(classes, 'next');

/** Classes by program, in their order. */
export const listClasses = (db: Db, actor: Actor, wanted?: number, from?: number) =>
  pageOf(selectClasses(db, actor, wanted), from);
export type ClassRow = Awaited<ReturnType<typeof listClasses>>['rows'][number];

const selectClasses = (db: Db, actor: Actor, wanted?: number) =>
  db
    .select({
      ...pick(classes, 'id', 'institutionId', 'programId'),
      program: programs.name,
      name: classes.name,
      nextClassId: classes.nextClassId,
      next: next.name,
      batches: sql<number>`(select count(*) from batches b join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id)
        where b.institution_id = ${classes.institutionId} and b.class_id = ${classes.id} and a.is_current)`,
    })
    .from(classes)
    .innerJoin(programs, hasKey(programs, classes.institutionId, classes.programId))
    .leftJoin(next, hasKey(next, classes.institutionId, classes.nextClassId))
    .where(inArray(classes.institutionId, institutionsInView(actor, wanted, 'structure.view')))
    .orderBy(asc(classes.institutionId), asc(programs.name), asc(programs.id), asc(classes.position), asc(classes.id));

/** One class, or undefined if the actor cannot see it. */
export const findClass = async (db: Db, actor: Actor, id: number) => {
  const [row] = await db
    .select({
      ...pick(classes, 'id', 'institutionId', 'programId'),
      program: programs.name,
      name: classes.name,
      nextClassId: classes.nextClassId,
      next: next.name,
    })
    .from(classes)
    .innerJoin(programs, hasKey(programs, classes.institutionId, classes.programId))
    .leftJoin(next, hasKey(next, classes.institutionId, classes.nextClassId))
    .where(and(inArray(classes.institutionId, institutionsWhere(actor, 'structure.view')), eq(classes.id, id)));
  return row;
};
