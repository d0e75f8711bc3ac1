import { sql } from 'drizzle-orm';
import { filled, queryJson, prepared, query, type Db } from '#kernel/database.ts';
import type { Json } from '#kernel/database/json.ts';

/** A batch with its students, sent as a list: there may be hundreds. The last three are null without access to students. */
export type BatchSeats = [
  id: number,
  name: string,
  classId: number,
  capacity: number,
  isClosed: boolean,
  students: number | null,
  female: number | null,
  male: number | null,
];

export interface ClassOfBatches {
  id: number;
  name: string;
  program: string;
}

export interface SessionTotals {
  courses: number;
  teachers: number;
  /** Students with an enrolment in the session, whatever their status now. */
  enrolled: number | null;
  /** Active students without a batch. */
  unassigned: number | null;
}

interface Scope {
  institutionId: number;
  sessionId: number;
  isCurrent: boolean;
  mayCountStudents: boolean;
}

/** Figures of an academic session: what is counted of students is kept as they change (docs/decisions/0027). */
export async function sessionFigures(
  db: Db,
  { isCurrent, mayCountStudents, institutionId, sessionId }: Scope,
): Promise<{ totals: SessionTotals; classes: Json<ClassOfBatches[]>; batches: Json<BatchSeats[]> }> {
  const given = { institutionId, sessionId, mayCountStudents };
  const seats = !mayCountStudents ? batchesAlone : isCurrent ? batchesNow : batchesThen;
  // Unlimited: figures of classes and programs are summed from them.
  const atMost = Number.MAX_SAFE_INTEGER;
  const [batches, classes, [totals]] = await Promise.all([
    queryJson<BatchSeats>(db, filled(seats, given), { atMost, asLists: true }),
    queryJson<ClassOfBatches>(db, filled(classesOfSession, given), { atMost }),
    query<SessionTotals>(db, filled(totalsOfSession, given)),
  ]);
  return { totals: totals!, classes: classes.rows, batches: batches.rows };
}

const institution = sql.placeholder('institutionId');
const session = sql.placeholder('sessionId');

const classesOfSession = prepared(sql`
  select c.id, c.name, p.name as program
  from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
  where c.institution_id = ${institution}
    and exists (select from batches b where b.institution_id = c.institution_id and b.class_id = c.id and b.session_id = ${session})
  order by p.name, c.position, c.id`);

const totalsOfSession = prepared(sql`
  with session_batches as (select id from batches where institution_id = ${institution} and session_id = ${session}),
    offered as (select course_id, employee_id from course_offerings where institution_id = ${institution} and batch_id in (select id from session_batches))
  select (select count(distinct course_id) from offered) as courses,
    (select count(*) from (select employee_id from offered where employee_id is not null
      union select employee_id from batch_teachers where institution_id = ${institution} and batch_id in (select id from session_batches)) t) as teachers,
    case when ${sql.placeholder('mayCountStudents')}::boolean then
      (select coalesce(sum(students), 0) from session_counts where institution_id = ${institution} and session_id = ${session}) end as enrolled,
    case when ${sql.placeholder('mayCountStudents')}::boolean then
      (select coalesce(sum(students), 0) from batch_counts where institution_id = ${institution} and batch_id = 0) end as unassigned`);

const batchesWith = (numbers: ReturnType<typeof sql>, counted = sql``) =>
  prepared(sql`
    select b.id, b.name, b.class_id as "classId", b.capacity, b.closed_at is not null as "isClosed", ${numbers}
    from batches b ${counted}
    where b.institution_id = ${institution} and b.session_id = ${session} order by b.class_id, b.name`);
const sums = sql`coalesce(n.students, 0) as students, coalesce(n.female, 0) as female, coalesce(n.male, 0) as male`;

const batchesAlone = batchesWith(sql`null::int as students, null::int as female, null::int as male`);

const batchesNow = batchesWith(
  sums,
  sql`left join (select batch_id, sum(students) as students, sum(female) as female, sum(male) as male
    from batch_counts where institution_id = ${institution} group by batch_id) n on n.batch_id = b.id`,
);

/** In a session that is not the current one each student counts in the last batch there. */
const batchesThen = batchesWith(
  sums,
  sql`left join (select e.batch_id, count(*) as students,
      count(*) filter (where s.gender = 'female') as female, count(*) filter (where s.gender = 'male') as male
    from session_students e join counted_students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
    where e.institution_id = ${institution} and e.session_id = ${session} group by e.batch_id) n on n.batch_id = b.id`,
);
