import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import { today, type Day } from '#kernel/dates.ts';
import { sql, type SQL } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';

/** One register of a day: taken, or waiting. */
export interface BoardRow {
  batchId: number;
  institutionId: number;
  batch: string;
  /** Of a lesson. */
  course: string | null;
  offeringId: number | null;
  sitting: number;
  teachers: string | null;
  students: number;
  isTaken: boolean;
  takenBy: string | null;
  absent: number;
  late: number;
  /** The deadline has passed. */
  isLate: boolean;
  /** Of a lesson in the timetable, 'HH:MM'. */
  startsAt: string | null;
  endsAt: string | null;
  /** The lesson has not begun. */
  isUpcoming: boolean;
}

export interface DayBoard {
  rows: BoardRow[];
  isMore: boolean;
}

/** The registers of days by batch that are due: [institution, sitting], with the time by which they are taken. */
const sittingsOn = (onDate: Day): SQL => sql`
  select d.term_id, d.session_id, s.sitting,
    case s.sitting when 2 then coalesce(r.afternoon_deadline, '14:00') else coalesce(r.morning_deadline, '09:00') end as deadline
  from akada_school_days(i.id, ${onDate}::date, ${onDate}::date) d
  left join attendance_rules r on r.institution_id = i.id
  cross join lateral (select unnest(case coalesce(r.taken, 'twice') when 'once' then array[0]
    when 'twice' then case d.sittings when 1 then array[1] else array[1, 2] end else '{}' end) as sitting) s`;

/** The registers of a day that are taken by day, in the order of classes and arms; those that are missing first. */
function rowsOn({ institutionIds, employeeIds, onDate, missingOnly, q }: WantedRows): SQL {
  const leads = employeeIds
    ? sql`exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
        and x.employee_id = any (${sql.param(employeeIds)}::bigint[]))`
    : sql`true`;
  return sql`
    select b.id::bigint as "batchId", b.institution_id as "institutionId", b.name as batch, null::text as course,
      null::bigint as "offeringId", s.sitting,
      (select string_agg(e.first_name || ' ' || e.surname, ', ' order by e.sort_name) from batch_teachers x
        join employees e on (e.institution_id, e.id) = (x.institution_id, x.employee_id)
        where (x.institution_id, x.batch_id) = (b.institution_id, b.id)) as teachers,
      coalesce(cardinality(g.roll), n.students, 0)::int as students, g.id is not null as "isTaken", a.name as "takenBy",
      coalesce(g.absent_count, 0) as absent, coalesce(g.late_count, 0) as late,
      g.id is null and (now() at time zone i.time_zone) > ${onDate}::date + s.deadline as "isLate",
      null::text as "startsAt", null::text as "endsAt", false as "isUpcoming"
    from institutions i cross join lateral (${sittingsOn(onDate)}) s
    join batches b on (b.institution_id, b.session_id) = (i.id, s.session_id) and b.closed_at is null
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    left join lateral (select sum(k.students)::int as students from batch_counts k
      where (k.institution_id, k.batch_id) = (b.institution_id, b.id)) n on true
    left join attendance_registers g on g.institution_id = b.institution_id and g.batch_id = b.id
      and g.on_date = ${onDate}::date and g.sitting = s.sitting and g.offering_id is null
    left join accounts a on a.id = g.taken_by
    where i.id = any (${sql.param(institutionIds)}::int[]) and ${leads}
      and (g.id is not null or coalesce(n.students, 0) > 0)
      and ${missingOnly ? sql`g.id is null` : sql`true`}
      and ${q ? sql`b.name ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}
    order by i.id, g.id is not null, p.name, p.id, c.position, c.id, b.name, b.id, s.sitting`;
}

/** The registers of a day, whichever way an institution takes them: an institution has rows of one kind. */
async function rowsOfBothKinds(db: Db, wanted: WantedRows, limit: number): Promise<BoardRow[]> {
  const found = await Promise.all(
    [rowsOn(wanted), lessonRowsOn(wanted)].map((rows) => query<BoardRow>(db)`${rows} limit ${limit}`),
  );
  return found.flat().slice(0, limit);
}

/** More than the registers of a day that one teacher has. */
const mostOwn = 60;

/** The registers that the actor leads or teaches, on a day. */
export function ownBoard(db: Db, actor: Actor, onDate: Day, wanted?: number): Promise<BoardRow[]> {
  const institutionIds = institutionsInView(actor, wanted, 'attendance.takeOwn', 'attendance.take');
  const employeeIds = institutionIds.flatMap((id) => membershipIn(actor, id)!.employeeIds);
  if (employeeIds.length === 0) return Promise.resolve([]);
  return rowsOfBothKinds(db, { institutionIds, employeeIds, accountId: actor.accountId, onDate }, mostOwn);
}

const boardSize = 100;

/** All registers of a day, for users who see them. */
export async function wholeBoard(
  db: Db,
  actor: Actor,
  { onDate, wanted, ...filter }: { onDate: Day; wanted: number | undefined; missingOnly?: boolean; q?: string },
): Promise<DayBoard> {
  const institutionIds = institutionsInView(actor, wanted, 'attendance.view', 'attendance.take');
  const { rows, isMore } = await bounded(boardSize, (most) =>
    rowsOfBothKinds(db, { institutionIds, employeeIds: null, accountId: null, onDate, ...filter }, most),
  );
  return { rows, isMore };
}

export interface DayFigures {
  /** Lessons that have not begun are not among them. */
  registers: number;
  taken: number;
  called: number;
  absent: number;
  late: number;
  upcoming: number;
}

/** How far a day is: registers that are due and taken, and what was marked in them. */
export async function dayFigures(db: Db, actor: Actor, onDate: Day, wanted?: number): Promise<DayFigures> {
  const institutionIds = institutionsInView(actor, wanted, 'attendance.view', 'attendance.take');
  const all = { institutionIds, employeeIds: null, accountId: null, onDate };
  const [byDay, byLesson] = await Promise.all(
    [rowsOn(all), lessonRowsOn(all)].map(
      (rows) =>
        query<DayFigures>(db)`
        select count(*) filter (where not d."isUpcoming")::int as registers, count(*) filter (where d."isTaken")::int as taken,
          coalesce(sum(d.students) filter (where d."isTaken"), 0)::int as called, coalesce(sum(d.absent), 0)::int as absent,
          coalesce(sum(d.late), 0)::int as late, count(*) filter (where d."isUpcoming")::int as upcoming
        from (${rows}) d`,
    ),
  );
  const [one, other] = [byDay![0]!, byLesson![0]!];
  const sum = (key: keyof DayFigures) => one[key] + other[key];
  return {
    registers: sum('registers'),
    taken: sum('taken'),
    called: sum('called'),
    absent: sum('absent'),
    late: sum('late'),
    upcoming: sum('upcoming'),
  };
}

/** Who teaches lesson `n` on its day: a substitute in place of somebody who is away. */
const teachersOfLesson = sql`(select string_agg(distinct e.first_name || ' ' || e.surname, ', ') from booked_teachers y
  left join lesson_substitutes v on (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
    = (y.institution_id, n.on_date, y.lesson_id, y.part_id, y.employee_id)
  join employees e on (e.institution_id, e.id) = (y.institution_id, coalesce(v.substitute_id, y.employee_id))
  where y.institution_id = n.institution_id and y.lesson_id = any (n.lesson_ids) and y.part_id = any (n.part_ids))`;

/** How many are called in a lesson of offering `f` of course `u`: the batch, or those who chose the elective. */
export const calledInLesson = sql`case when u.elective_group is null
  then (select sum(k.students) from batch_counts k where (k.institution_id, k.batch_id) = (f.institution_id, f.batch_id))
  else (select count(*) from student_electives x join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
    where (x.institution_id, x.offering_id, s.batch_id) = (f.institution_id, f.id, f.batch_id)) end`;

/**
 * The registers of a day by lesson: own ones in the order of the day, all of them with those that are missing first. A
 * lesson that was taken although the timetable does not have it is among them.
 */
function lessonRowsOn({ institutionIds, employeeIds, accountId, onDate, missingOnly, q }: WantedRows): SQL {
  const day = sql`${onDate}::date`;
  const here = sql`(now() at time zone n.time_zone)`;
  const begins = sql`${onDate}::date + n.starts_at`;
  const isOwn = employeeIds
    ? sql`(g.taken_by = ${accountId} or f.employee_id = any (${sql.param(employeeIds)}::bigint[]))`
    : sql`true`;
  const ids = sql`${sql.param(institutionIds)}::int[]`;
  return sql`
    with due as (${lessonsDue({ institutionIds, employeeIds, from: day, to: day })}),
    n as (select * from due union all
      select g.institution_id, i.time_zone, r.lesson_minutes, g.on_date, g.batch_id, g.offering_id, g.sitting, null, null, '{}', '{}'
      from attendance_registers g join institutions i on i.id = g.institution_id
      join attendance_rules r on r.institution_id = i.id and r.taken = 'lessons'
      join course_offerings f on (f.institution_id, f.id) = (g.institution_id, g.offering_id)
      where g.institution_id = any (${ids}) and g.on_date = ${onDate}::date and g.sitting > 10 and ${isOwn}
        and not exists (select from due where (due.institution_id, due.batch_id, due.offering_id, due.sitting)
          = (g.institution_id, g.batch_id, g.offering_id, g.sitting)))
    select h.id::bigint as "batchId", n.institution_id as "institutionId", h.name as batch, u.title as course,
      n.offering_id::bigint as "offeringId", n.sitting, ${teachersOfLesson} as teachers,
      coalesce(cardinality(g.roll), ${calledInLesson})::int as students, g.id is not null as "isTaken", a.name as "takenBy",
      coalesce(g.absent_count, 0) as absent, coalesce(g.late_count, 0) as late,
      g.id is null and ${here} > ${onDate}::date + n.ends_at + make_interval(mins => n.lesson_minutes) as "isLate",
      to_char(n.starts_at, 'HH24:MI') as "startsAt", to_char(n.ends_at, 'HH24:MI') as "endsAt",
      g.id is null and ${here} < ${begins} as "isUpcoming"
    from n
    join batches h on (h.institution_id, h.id) = (n.institution_id, n.batch_id)
    join course_offerings f on (f.institution_id, f.id) = (n.institution_id, n.offering_id)
    join courses u on (u.institution_id, u.id) = (f.institution_id, f.course_id)
    left join attendance_registers g on (g.institution_id, g.batch_id, g.on_date, g.sitting, g.offering_id)
      = (n.institution_id, n.batch_id, n.on_date, n.sitting, n.offering_id)
    left join accounts a on a.id = g.taken_by
    where (g.id is not null or ${calledInLesson} > 0) and ${missingOnly ? sql`g.id is null and ${here} >= ${begins}` : sql`true`}
      and ${q ? sql`h.name ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}
    order by n.institution_id, ${employeeIds ? sql`` : sql`case when g.id is not null then 1 when ${here} < ${begins} then 2 else 0 end,`}
      n.sitting, h.name, u.title, n.offering_id`;
}

/** Which registers of a day are asked for. */
interface WantedRows {
  institutionIds: number[];
  /** Those of batches that these employees lead, or of lessons that they teach; null: all. */
  employeeIds: number[] | null;
  /** Whose own they are. */
  accountId: number | null;
  onDate: Day;
  missingOnly?: boolean;
  /** Part of the name of a batch. */
  q?: string;
}

interface Whose {
  institutionIds: readonly number[];
  /** Lessons that these employees teach on the day, also for somebody who is away; null: all. */
  employeeIds: readonly number[] | null;
  /** Dates. */
  from: SQL;
  to: SQL;
}

/** Registers that the timetable asks for on school days, where they are taken by lesson: see the function’s own words. */
export const lessonsDue = ({ institutionIds, employeeIds, from, to }: Whose): SQL => sql`
  select * from akada_lessons_due(${sql.param([...institutionIds])}::int[],
    ${employeeIds && sql.param([...employeeIds])}::bigint[], ${from}, ${to})`;

export interface OwnRegisters {
  rows: BoardRow[];
  onDate: string;
}

/** On school days, for class teachers, or for the teachers of the day’s lessons. */
export const ownRegistersCard: HomeCard = {
  place: 5,
  may: ['attendance.takeOwn'],
  component: 'attendance/own-registers',
  async load(db, actor, wanted): Promise<OwnRegisters | null> {
    const [first] = institutionsInView(actor, wanted, 'attendance.takeOwn');
    if (first === undefined) return null;
    const onDate = today(membershipIn(actor, first)!.timeZone);
    const rows = await ownBoard(db, actor, onDate, wanted);
    return rows.length > 0 ? { rows, onDate } : null;
  },
};
