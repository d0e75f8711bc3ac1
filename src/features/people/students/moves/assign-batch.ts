import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { type Tx, render, type Db, query } from '#kernel/database.ts';
import { NotFound, ValidationError, Conflict } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import {
  lockBatch,
  type LockedBatch,
  lockBatches,
  type LockedRow,
} from '#features/school/structure/batches/lock-batch.ts';
import { notifyClassTeachers } from '#features/school/structure/batches/notify-class-teachers.ts';
import { isEnrolled, studentStatusLabels } from '../student-status.ts';
import { visibleTo } from '../students.policy.ts';
import { batchAssignments, enrolments, students } from '../students.schema.ts';

/** The names are the specification's (7.2). */
export const AssignBatch = z.object({
  batch_id: z.coerce.number({ error: 'Choose a {batch}.' }).int('Choose a {batch}.').positive('Choose a {batch}.'),
  student_ids: z
    .preprocess(
      (value) => (Array.isArray(value) || value === undefined ? value : [value]),
      z.array(id, { error: 'Select at least one student.' }),
    )
    .pipe(
      z.array(z.number()).min(1, 'Select at least one student.').max(5000, 'Assign at most 5,000 students at once.'),
    )
    .transform((ids) => [...new Set(ids)]),
});

/** Assigns students to a batch of the current session, all or none. Returns the id that an undo needs. */
export async function assignBatch(tx: Tx, actor: Actor, input: z.infer<typeof AssignBatch>) {
  const batch = await lockBatch(tx, actor, input.batch_id);
  allow(actor, 'students.assignBatch', batch.institutionId);
  const chosen = await lockStudents(tx, actor, batch, input.student_ids);
  const moving = chosen.filter(({ batchId }) => batchId !== batch.id).map(({ id: studentId }) => studentId);
  const fewer = moving.length > 1 ? 'Choose fewer students or another' : 'Choose another';
  await refuseSeats(tx, batch, moving.length, { field: 'batch_id', instead: `${fewer} ${batch.word}.` });
  const assignmentId = await moveAll(tx, actor, batch, moving);
  await record(tx, actor, 'students.assignBatch', {
    institutionId: batch.institutionId,
    summary: `assigned ${moving.length === 1 ? '1 student' : `${moving.length} students`} to ${batch.name}`,
    subject: { type: 'batch', id: batch.id },
    details: { assignment: assignmentId, students: moving },
  });
  if (moving.length)
    await notifyClassTeachers(tx, actor, {
      institutionId: batch.institutionId,
      batchId: batch.id,
      kind: 'students.assigned',
      title: `${moving.length === 1 ? '1 student was' : `${moving.length} students were`} assigned to ${batch.name}`,
      subject: `assignment:${assignmentId}`,
    });
  return { assignmentId, batch: { id: batch.id, name: batch.name }, moved: moving.length };
}

async function lockStudents(tx: Tx, actor: Actor, batch: LockedBatch, ids: number[]) {
  const rows = await tx
    .select({
      id: students.id,
      surname: students.surname,
      firstName: students.firstName,
      status: students.status,
      batchId: students.batchId,
    })
    .from(students)
    .where(and(visibleTo(actor, students), eq(students.institutionId, batch.institutionId), inArray(students.id, ids)))
    .orderBy(students.id)
    .for('no key update');
  if (rows.length !== ids.length) throw new NotFound('student');
  const away = rows.find((row) => !isEnrolled(row.status));
  if (away) {
    const name = `${away.firstName} ${away.surname}`;
    throw new ValidationError(
      'student_ids',
      `${name} is ${studentStatusLabels[away.status].toLowerCase()} and can’t be in ${withArticle(batch.word)}. Clear the selection of ${name}, then assign again.`,
    );
  }
  return rows;
}

async function moveAll(tx: Tx, actor: Actor, batch: LockedBatch, ids: number[]): Promise<number> {
  const { institutionId } = batch;
  const [assignment] = await tx
    .insert(batchAssignments)
    .values({ institutionId, batchId: batch.id, accountId: actor.accountId, studentCount: ids.length })
    .returning({ id: batchAssignments.id });
  if (ids.length === 0) return assignment!.id;
  await tx
    .update(enrolments)
    .set({
      toDate: sql`greatest(${enrolments.fromDate}, ${batch.today}::date)`,
      outcome: 'moved',
      closedByAssignmentId: assignment!.id,
    })
    .where(
      and(eq(enrolments.institutionId, institutionId), inArray(enrolments.studentId, ids), isNull(enrolments.toDate)),
    );
  await takeSeats(tx, {
    institutionId,
    seats: ids.map((studentId) => ({ studentId, batchId: batch.id })),
    from: batch.today,
    assignmentId: assignment!.id,
  });
  return assignment!.id;
}

/*
 * Lock the batches first, in the order of their ids, and then the students (decision 0017), so that only one of two
 * users gets the last seat.
 */

export interface Seats extends LockedRow {
  taken: number;
}

/** Locks batches and counts the students in each. */
export async function lockSeats(
  db: Db,
  institutionId: number,
  batchIds: Iterable<number>,
): Promise<Map<number, Seats>> {
  const locked = await lockBatches(db, [institutionId], [...new Set(batchIds)]);
  const taken = await countTaken(
    db,
    institutionId,
    locked.map(({ id }) => id),
  );
  return new Map(locked.map((batch) => [batch.id, { ...batch, taken: taken.get(batch.id) ?? 0 }]));
}

async function countTaken(db: Db, institutionId: number, batchIds: number[]): Promise<Map<number, number>> {
  if (batchIds.length === 0) return new Map();
  const rows = await db
    .select({ batchId: students.batchId, taken: sql<number>`count(*)`.mapWith(Number) })
    .from(students)
    .where(and(eq(students.institutionId, institutionId), inArray(students.batchId, batchIds)))
    .groupBy(students.batchId);
  return new Map(rows.map(({ batchId, taken }) => [batchId!, taken]));
}

/** The reason why a batch cannot take that many more students; null if it can. */
export function whyFull(
  { name, capacity, taken }: Pick<Seats, 'name' | 'capacity' | 'taken'>,
  more: number,
): string | null {
  const left = Math.max(0, capacity - taken);
  if (more <= left) return null;
  return left === 0
    ? `${name} is full.`
    : `${name} has ${left === 1 ? '1 seat' : `${left} seats`} left for ${more} students.`;
}

/** Refuses a batch that is closed, full or of another session, on the given form field. */
export async function refuseSeats(
  tx: Tx,
  batch: LockedBatch,
  more: number,
  { field, instead }: { field: string; instead: string },
): Promise<void> {
  const { institutionId, id, name, session, word } = batch;
  if (batch.isClosed) throw new ValidationError(field, `${name} is closed. Choose an open ${word}.`);
  if (!batch.isInCurrentSession)
    throw new ValidationError(field, `${name} belongs to ${session}, which is not the current session.`);
  const taken = (await countTaken(tx, institutionId, [id])).get(id) ?? 0;
  const why = whyFull({ ...batch, taken }, more);
  if (why) throw new ValidationError(field, `${why} ${instead}`);
}

/** Locks the batches to which an undo returns students. Refused if one has been filled meanwhile. */
export async function lockReturnedSeats(
  tx: Tx,
  institutionId: number,
  batchIds: number[],
  instead: string,
): Promise<void> {
  for (const batch of (await lockSeats(tx, institutionId, batchIds)).values()) {
    const why = whyFull(batch, batchIds.filter((id) => id === batch.id).length);
    if (why) throw new Conflict(`${why} ${instead}`);
  }
}

interface Seat {
  studentId: number;
  batchId: number;
}

interface Seating {
  institutionId: number;
  seats: Seat[];
  from: string;
  /** The assignment to undo. */
  assignmentId?: number;
}

/** Enrols students without a batch in locked batches. Returns their enrolments. */
export async function takeSeats(tx: Tx, seating: Seating): Promise<Map<number, number>> {
  const { institutionId, seats, from, assignmentId } = seating;
  const opened = await openEnrolments(tx, {
    institutionId,
    seats: seats.map((seat) => ({ ...seat, from })),
    ...(assignmentId !== undefined && { assignmentId }),
  });
  const { rowCount } = await tx.execute(sql`
    update students s set batch_id = r.batch_id, updated_at = now() from ${given(seats)}
    where s.institution_id = ${institutionId} and s.id = r.student_id and s.batch_id is distinct from r.batch_id`);
  if (rowCount !== seats.length) throw new Error('Fewer students took a seat than were locked.');
  return opened;
}

/** The enrolments of students whose records already name the batch, by student. */
export async function openEnrolments(
  tx: Tx,
  {
    institutionId,
    seats,
    assignmentId,
  }: { institutionId: number; seats: (Seat & { from: string })[]; assignmentId?: number },
): Promise<Map<number, number>> {
  if (seats.length === 0) return new Map();
  const rows = await query<{ id: number; studentId: number }>(tx, render)`
    insert into ${enrolments} (institution_id, student_id, batch_id, session_id, from_date, assignment_id)
    select b.institution_id, r.student_id, b.id, b.session_id, r.from_date, ${assignmentId ?? null}::bigint
    from unnest(${sql.param(seats.map(({ studentId }) => studentId))}::bigint[], ${sql.param(seats.map(({ batchId }) => batchId))}::bigint[],
      ${sql.param(seats.map(({ from }) => from))}::date[]) as r(student_id, batch_id, from_date) join batches b on b.institution_id = ${institutionId} and b.id = r.batch_id
    returning id, student_id as "studentId"`;
  return new Map(rows.map(({ id, studentId }) => [Number(studentId), Number(id)]));
}

const given = (seats: Seat[]) =>
  sql`unnest(${sql.param(seats.map(({ studentId }) => studentId))}::bigint[],
    ${sql.param(seats.map(({ batchId }) => batchId))}::bigint[]) as r(student_id, batch_id)`;
