import { sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db, hasKey } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { batchTerm } from '#features/school/structure/batches/batch-term.ts';
import { academicSessions } from '#features/school/structure/structure.schema.ts';
import { assignBatch, lockSeats } from '#features/people/students/moves/assign-batch.ts';
import { lockIntake } from '../lock-applications.ts';
import { withRecords, billNewcomers } from './admit.ts';

export interface NewcomersOfClass {
  classId: number;
  name: string;
  /** Admitted students of the class who have no class arm in the session yet. */
  students: number;
  /** Open class arms of the session, and their free seats. */
  arms: number;
  free: number;
}

/**
 * Students `s` who were admitted by applications `a` of an intake `i` and have no class arm in its session `y`, which is the
 * current one or comes after it.
 */
const newcomers = (institutionId: number, intakeId: number) => sql`
  intakes i join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
  join applications a on (a.institution_id, a.intake_id) = (i.institution_id, i.id) and a.status = 'admitted'
  join students s on (s.institution_id, s.id) = (a.institution_id, a.student_id)
    and s.status in ('active', 'suspended') and s.merged_into_id is null
  left join batches now on (now.institution_id, now.id) = (s.institution_id, s.batch_id)
  where i.institution_id = ${institutionId} and i.id = ${intakeId} and a.class_id is not null
    and now.session_id is distinct from y.id and y.starts_on >= coalesce((select c.starts_on from academic_sessions c
      where c.institution_id = i.institution_id and c.is_current), y.starts_on)`;

/** By class, in the order of the classes. */
export const newcomersOf = (db: Db, institutionId: number, intakeId: number) =>
  query<NewcomersOfClass>(db)`
    select c.id::bigint as "classId", c.name, n.students, k.arms, k.free
    from (select a.class_id, y.id as session_id, count(*)::int as students from ${newcomers(institutionId, intakeId)} group by 1, 2) n
    join classes c on c.institution_id = ${institutionId} and c.id = n.class_id
    cross join lateral (select count(*)::int as arms, coalesce(sum(greatest(b.capacity - (select count(*) from students o
        where o.institution_id = b.institution_id and o.batch_id = b.id), 0)), 0)::int as free
      from batches b where b.institution_id = ${institutionId} and b.session_id = n.session_id and b.class_id = c.id
        and b.closed_at is null) k
    order by c.position, c.id`;

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
    .where(hasKey(academicSessions, institutionId, sessionId));
  if (!session!.isCurrent)
    throw new ValidationError('form', `${session!.name} is not the current session yet. Make it current first.`);
  const arms = await query<{ id: number }>(tx)`
    select id from batches where institution_id = ${institutionId} and session_id = ${sessionId} and closed_at is null
      and class_id in (select a.class_id from ${newcomers(institutionId, intakeId)})`;
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
  const [rest] = await query<{ left: number }>(tx)`
    select count(*)::int as left from ${newcomers(institutionId, intakeId)}`;
  const { left } = rest!;
  const word = batchTerm(actor, institutionId);
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
