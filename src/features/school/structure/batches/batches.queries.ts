import { and, asc, eq, ilike, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { literally } from '#kernel/searchable.ts';
import { seatedIn } from './count-seated.ts';
import { academicSessions, batches, classes, programs } from '../structure.schema.ts';
import { after, pageOf } from '../view.ts';

export const BatchFilter = z.object({
  institution_id: queryParam(id),
  academic_session: queryParam(id),
  q: z.string().trim().max(100).optional(),
  class: queryParam(id),
  program: queryParam(id),
  state: queryParam(z.enum(['open', 'closed'])),
  after,
});

export type BatchFilter = z.infer<typeof BatchFilter>;

const columns = {
  id: batches.id,
  institutionId: batches.institutionId,
  name: batches.name,
  arm: batches.arm,
  capacity: batches.capacity,
  closedAt: batches.closedAt,
  classId: batches.classId,
  class: classes.name,
  programId: programs.id,
  program: programs.name,
  sessionId: batches.sessionId,
  session: academicSessions.name,
  sessionIsCurrent: academicSessions.isCurrent,
  sessionClosedAt: academicSessions.closedAt,
};

const selectBatches = <More extends object>(db: Db, more: More) =>
  db
    .select({ ...columns, ...more } as typeof columns & More)
    .from(batches)
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .innerJoin(classes, and(eq(classes.institutionId, batches.institutionId), eq(classes.id, batches.classId)))
    .innerJoin(programs, and(eq(programs.institutionId, classes.institutionId), eq(programs.id, classes.programId)));

const order = [
  asc(batches.institutionId),
  asc(programs.name),
  asc(classes.position),
  asc(batches.name),
  asc(batches.id),
] as const;

/** The number of students in each batch; null without access to students. */
const fill = (actor: Actor) =>
  sql<
    number | null
  >`case when ${inArray(batches.institutionId, institutionsWhere(actor, 'students.view'))} then ${seatedIn(batches)} end`;

/** Batches of the session in view, else of the current sessions, in the order of the classes. */
export const listBatches = (db: Db, actor: Actor, filter: BatchFilter) => {
  const pattern = filter.q && `%${literally(filter.q)}%`;
  const found = selectBatches(db, {
    students: fill(actor),
    courses: sql<number>`(select count(*) from course_offerings o where o.institution_id = ${batches.institutionId} and o.batch_id = ${batches.id})`,
    teachers: sql<
      string | null
    >`(select string_agg(e.surname || ', ' || e.first_name, '; ' order by e.surname, e.first_name)
      from batch_teachers t join employees e on (e.institution_id, e.id) = (t.institution_id, t.employee_id)
      where t.institution_id = ${batches.institutionId} and t.batch_id = ${batches.id})`,
  })
    .where(
      and(
        inArray(batches.institutionId, institutionsInView(actor, filter.institution_id, 'structure.view')),
        filter.academic_session ? eq(batches.sessionId, filter.academic_session) : eq(academicSessions.isCurrent, true),
        filter.class ? eq(batches.classId, filter.class) : undefined,
        filter.program ? eq(programs.id, filter.program) : undefined,
        filter.state === 'open' ? and(isNull(batches.closedAt), isNull(academicSessions.closedAt)) : undefined,
        filter.state === 'closed' ? or(isNotNull(batches.closedAt), isNotNull(academicSessions.closedAt)) : undefined,
        pattern ? ilike(batches.name, pattern) : undefined,
      ),
    )
    .orderBy(...order);
  return pageOf(found, filter.after);
};

export type BatchRow = Awaited<ReturnType<typeof listBatches>>['rows'][number];

/** One batch, or undefined if the actor cannot see it. */
export const findBatch = async (db: Db, actor: Actor, batchId: number) => {
  const [row] = await selectBatches(db, { students: fill(actor) }).where(
    and(inArray(batches.institutionId, institutionsWhere(actor, 'structure.view')), eq(batches.id, batchId)),
  );
  return row;
};

export type BatchRecord = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** The name of a batch, or undefined if the actor cannot see it. */
export const findBatchName = async (db: Db, actor: Actor, batchId: number) => {
  const [row] = await db
    .select({ name: batches.name })
    .from(batches)
    .where(
      and(
        inArray(batches.institutionId, institutionsWhere(actor, 'structure.view', 'students.assignBatch')),
        eq(batches.id, batchId),
      ),
    );
  return row?.name;
};
