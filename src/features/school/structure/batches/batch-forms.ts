import { and, eq, sql, asc, desc, inArray, isNull } from 'drizzle-orm';
import { type Actor, membershipIn } from '#kernel/actor.ts';
import { type Tx, type Db, hasKey, pick } from '#kernel/database.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { batches, academicSessions, classes } from '../structure.schema.ts';
import { notifyClassTeachers, retractTeacherNotice } from './notify-class-teachers.ts';
import { recordAction } from '../record-change.ts';
import { chosenEmployees } from '#features/records/people/serve-choices.ts';
import { listClasses } from '../catalogue/classes.queries.ts';
import type { BatchFormProps, MakeBatchesProps } from './batches.queries.ts';
import { termFor } from './batch-term.ts';
import { refuseInUse } from '../in-session.ts';

/** Closes or reopens a batch. A closed batch accepts no more students; its students stay. */
export async function closeBatch(tx: Tx, actor: Actor, batchId: number, isClosed: boolean): Promise<string> {
  const { institutionId, id, name, closedAt } = await lockBatchOfOpenSession(tx, actor, batchId);
  if (Boolean(closedAt) === isClosed) return name;
  await tx
    .update(batches)
    .set({ closedAt: isClosed ? sql`now()` : null })
    .where(hasKey(batches, institutionId, id));
  const [action, verb] = isClosed ? ['closeBatch', 'closed'] : ['reopenBatch', 'reopened'];
  await recordAction(tx, actor, `structure.${action}`, { institutionId, type: 'batch', id }, `${verb} ${name}`, {
    from: isClosed ? 'open' : 'closed',
    to: isClosed ? 'closed' : 'open',
  });
  const about = { institutionId, batchId: id, kind: `structure.${action}`, subject: `closing of batch:${id}` };
  if (isClosed)
    await notifyClassTeachers(tx, actor, { ...about, title: `${name} was closed and no longer accepts students` });
  else await retractTeacherNotice(tx, actor, { ...about, title: `${name} was reopened` });
  return name;
}

/** The choices of a batch form: open sessions, classes, teachers, and the arms already used. */
export async function batchFormChoices(
  db: Db,
  actor: Actor,
  institutionId: number,
  batch?: { id: number; teacherIds: number[]; classId: number; class: string; program: string },
): Promise<Pick<BatchFormProps, 'sessions' | 'classes' | 'moreClasses' | 'taken' | 'teachers'>> {
  const [sessions, { rows, isMore }, taken, teachers] = await Promise.all([
    db
      .select({ id: academicSessions.id, name: academicSessions.name, isCurrent: academicSessions.isCurrent })
      .from(academicSessions)
      .where(and(eq(academicSessions.institutionId, institutionId), isNull(academicSessions.closedAt)))
      .orderBy(desc(academicSessions.startsOn), desc(academicSessions.id)),
    listClasses(db, actor, institutionId),
    // Unlimited: a missing row would be proposed as a free arm.
    db
      .select({ id: batches.id, classId: batches.classId, sessionId: batches.sessionId, arm: batches.arm })
      .from(batches)
      .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
      .where(and(eq(batches.institutionId, institutionId), isNull(academicSessions.closedAt))),
    batch?.teacherIds.length ? chosenEmployees(db, institutionId, batch.teacherIds) : [],
  ]);
  const levels = rows.map(({ id, name, program }) => ({ id, name, program }));
  return {
    sessions,
    classes:
      batch && !levels.some(({ id }) => id === batch.classId)
        ? [...levels, { id: batch.classId, name: batch.class, program: batch.program }]
        : levels,
    moreClasses: isMore,
    taken: taken
      .filter((row) => row.id !== batch?.id)
      .map(({ classId, sessionId, arm }) => ({ classId, sessionId, arm })),
    teachers,
  };
}

/** Preview of the batches to create for a session, copied from the previous one unless another is chosen. */
export async function makePlan(
  db: Db,
  actor: Actor,
  institutionId: number,
  wanted: { from?: number; to?: number },
): Promise<Omit<MakeBatchesProps, 'institutionId' | 'institutions'>> {
  // Includes closed sessions: the preview may show them, and the verb refuses.
  const sessions = membershipIn(actor, institutionId)!.sessions;
  const at = wanted.to ? sessions.findIndex((session) => session.id === wanted.to) : 0;
  const to = sessions[at];
  const earlier = wanted.from ? sessions.filter((session) => session.id === wanted.from) : sessions.slice(at + 1);
  // The latest earlier session with batches.
  const source = sql<number>`(select b.session_id from batches b
    join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id)
    where b.institution_id = ${institutionId} and ${inArray(
      sql`b.session_id`,
      earlier.map(({ id }) => id),
    )}
    order by a.starts_on desc, a.id desc limit 1)`;
  const rows = await db
    .select({
      id: batches.id,
      name: batches.name,
      class: classes.name,
      ...pick(batches, 'classId', 'arm', 'capacity', 'sessionId'),
    })
    .from(batches)
    .innerJoin(classes, hasKey(classes, batches.institutionId, batches.classId))
    .where(and(eq(batches.institutionId, institutionId), sql`${batches.sessionId} in (${to?.id ?? 0}, ${source})`))
    .orderBy(asc(classes.programId), asc(classes.position), asc(batches.name));
  const from = wanted.from ? earlier[0] : earlier.find((session) => rows.some((row) => row.sessionId === session.id));
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

/** Deletes a batch that was never used. */
export async function deleteBatch(tx: Tx, actor: Actor, batchId: number): Promise<string> {
  const { institutionId, id, name } = await lockBatchOfOpenSession(tx, actor, batchId);
  const of = (table: string) =>
    sql`select count(*) from ${sql.identifier(table)} where institution_id = ${institutionId} and batch_id = ${id}`;
  await refuseInUse(
    tx,
    name,
    [
      { singular: 'student', count: of('students') },
      { singular: `${termFor(actor, institutionId, 'course')} offering`, count: of('course_offerings') },
    ],
    'Close it instead.',
  );
  // Past students' enrolments refer to it.
  await refuseInUse(
    tx,
    name,
    [
      { singular: 'past enrolment', count: of('enrolments') },
      { singular: 'past assignment', count: of('batch_assignments') },
    ],
    'Close it instead.',
  );
  await tx.delete(batches).where(hasKey(batches, institutionId, id));
  await recordAction(tx, actor, 'structure.deleteBatch', { institutionId, type: 'batch', id }, `deleted ${name}`);
  return name;
}
