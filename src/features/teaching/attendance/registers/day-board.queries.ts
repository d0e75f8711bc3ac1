import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { WantedRows } from './wanted-rows.ts';
import { lessonRowsOn } from './lesson-board.queries.ts';

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
export function rowsOn({ institutionIds, employeeIds, onDate, missingOnly, q }: WantedRows): SQL {
  const leads = employeeIds
    ? sql`exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
        and x.employee_id = any (${sql.param(employeeIds)}::bigint[]))`
    : sql`true`;
  return sql`
    select b.id::int as "batchId", b.institution_id as "institutionId", b.name as batch, null::text as course,
      null::int as "offeringId", s.sitting,
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
    [rowsOn(wanted), lessonRowsOn(wanted)].map((rows) => query<BoardRow>(db, sql`${rows} limit ${limit}`)),
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
