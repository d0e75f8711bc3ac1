import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { rowsOn } from './day-board.queries.ts';
import { lessonRowsOn } from './lesson-board.queries.ts';

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
    [rowsOn(all), lessonRowsOn(all)].map((rows) =>
      query<DayFigures>(
        db,
        sql`select count(*) filter (where not d."isUpcoming")::int as registers, count(*) filter (where d."isTaken")::int as taken,
          coalesce(sum(d.students) filter (where d."isTaken"), 0)::int as called, coalesce(sum(d.absent), 0)::int as absent,
          coalesce(sum(d.late), 0)::int as late, count(*) filter (where d."isUpcoming")::int as upcoming
        from (${rows}) d`,
      ),
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
