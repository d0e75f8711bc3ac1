import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { batchWord } from '#features/school/structure/batches/batch-word.ts';
import { academicSessions } from '#features/school/structure/structure.schema.ts';
import { assignBatch } from '#features/people/students/moves/assign-batch.ts';
import { lockSeats } from '#features/people/students/moves/take-seats.ts';
import { lockIntake } from '../lock-applications.ts';
import { withRecords } from './admit.ts';
import { billNewcomers } from './bill-newcomers.ts';
import { newcomers } from './newcomers.queries.ts';

/**
 * Gives the admitted students of an intake their class arms, once its session is the current one: the arm that a returning
 * student has chosen, otherwise the arms fill evenly. Returns how many got one and how many found no seat.
 */
export async function placeNewcomers(tx: Tx, actor: Actor, intakeId: number) {
  const intake = await lockIntake(tx, actor, intakeId);
  const { institutionId, sessionId } = intake;
  allow(actor, 'admissions.admit', institutionId);
  const [session] = await tx
    .select({ name: academicSessions.name, isCurrent: academicSessions.isCurrent })
    .from(academicSessions)
    .where(and(eq(academicSessions.institutionId, institutionId), eq(academicSessions.id, sessionId)));
  if (!session!.isCurrent)
    throw new ValidationError('form', `${session!.name} is not the current session yet. Make it current first.`);
  const arms = await query<{ id: number }>(
    tx,
    sql`
    select id from batches where institution_id = ${institutionId} and session_id = ${sessionId} and closed_at is null
      and class_id in (select a.class_id from ${newcomers(institutionId, intakeId)})`,
  );
  const armIds = arms.map(({ id }) => Number(id));
  await lockSeats(tx, institutionId, armIds);
  const placed = new Map<number, number[]>();
  const acting = withRecords(actor, institutionId);
  for (const plan of [asChosen, evenly]) {
    const seats = await query<{ studentId: number; batchId: number }>(tx, plan(institutionId, intakeId, armIds));
    for (const [batchId, group] of Map.groupBy(seats, (seat) => Number(seat.batchId))) {
      const studentIds = group.map(({ studentId }) => Number(studentId));
      placed.set(batchId, [...(placed.get(batchId) ?? []), ...studentIds]);
      await assignBatch(tx, acting, { batch_id: batchId, student_ids: studentIds });
    }
  }
  const students = [...placed.values()].flat();
  const [rest] = await query<{ left: number }>(
    tx,
    sql`select count(*)::int as left from ${newcomers(institutionId, intakeId)}`,
  );
  const { left } = rest!;
  const word = batchWord(actor, institutionId);
  if (students.length === 0)
    throw new ValidationError(
      'form',
      left > 0
        ? `No open ${word} has a free seat for ${countOf(left, 'student')}. Add one, or give it more seats.`
        : `All admitted students have their ${word}.`,
    );
  if (intake.bills) await billNewcomers(tx, acting, intake, students);
  await record(tx, actor, 'admissions.placeNewcomers', {
    institutionId,
    summary: `assigned ${countOf(students.length, 'admitted student')} to the class arms of ${session!.name}`,
    subject: { type: 'intake', id: intakeId },
    details: { students },
  });
  return { placed: students.length, left };
}

const freeSeats = (institutionId: number, armIds: number[]) => sql`
  select b.id, b.class_id, b.name, n from batches b
  cross join lateral (select count(*)::int as taken from students o
    where o.institution_id = b.institution_id and o.batch_id = b.id) t
  cross join generate_series(t.taken + 1, b.capacity) n
  where b.institution_id = ${institutionId} and b.id = any (${sql.param(armIds)}::bigint[])`;

/** Returning students chose their arm in the application. */
const asChosen = (institutionId: number, intakeId: number, armIds: number[]) => sql`
  with free as materialized (select id, row_number() over (partition by id order by n) as place
      from (${freeSeats(institutionId, armIds)}) f),
    people as materialized (select s.id, a.returning_batch_id as batch_id,
        row_number() over (partition by a.returning_batch_id order by a.sort_name, a.id) as place
      from ${newcomers(institutionId, intakeId)} and a.returning_batch_id is not null)
  select p.id as "studentId", f.id as "batchId" from people p join free f on (f.id, f.place) = (p.batch_id, p.place)`;

/** The emptiest arm first, seat by seat. */
const evenly = (institutionId: number, intakeId: number, armIds: number[]) => sql`
  with free as materialized (select id, class_id, row_number() over (partition by class_id order by n, name, id) as place
      from (${freeSeats(institutionId, armIds)}) f),
    people as materialized (select s.id, a.class_id, row_number() over (partition by a.class_id order by a.sort_name, a.id) as place
      from ${newcomers(institutionId, intakeId)})
  select p.id as "studentId", f.id as "batchId" from people p
  join free f on (f.class_id, f.place) = (p.class_id, p.place)`;
