import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { awayOn } from '#features/teaching/leave/days/away-on.queries.ts';
import type { LeaveHalf } from '#features/teaching/leave/leave-kinds.ts';

export interface Away {
  employeeId: number;
  why: string;
  /** Of the day; null: all of it. */
  half: LeaveHalf | null;
  /** Somebody recorded the absence, as leave or in the register of employees. */
  isRecorded: boolean;
}

/** Who is away on a day by leave or the register of employees, and teachers whose lessons are covered already. */
export async function awayFrom(db: Db, institutionId: number, day: Day): Promise<Away[]> {
  const away = await awayOn(db, institutionId, day);
  const covered = await query<{ employeeId: number }>(db)`select distinct absent_id::bigint as "employeeId" from covers
      where institution_id = ${institutionId} and on_date = ${day}::date`;
  const byEmployee = Map.groupBy(away, ({ employeeId }) => employeeId);
  return [
    ...[...byEmployee].map(([employeeId, rows]) => ({
      employeeId,
      why: rows[0]!.why,
      isRecorded: true,
      // Two halves are the whole day.
      half: rows.length === 1 ? rows[0]!.half : null,
    })),
    ...covered.flatMap(({ employeeId }) =>
      byEmployee.has(employeeId) ? [] : { employeeId, why: 'Away', half: null, isRecorded: false },
    ),
  ];
}

const noon = '12:00';

/** Whether somebody who is away is so during a lesson: half days end and begin at noon. */
export const isAwayDuring = (
  { half }: Pick<Away, 'half'>,
  { startsAt, endsAt }: { startsAt: string; endsAt: string },
): boolean => half === null || (half === 'morning' ? startsAt < noon : endsAt > noon);
