import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { awayOn } from '#features/leave/days/away-on.queries.ts';

export interface Away {
  employeeId: number;
  why: string;
}

/** Who is away on a day by leave or the register of employees, and teachers whose lessons are covered already. */
export async function awayFrom(db: Db, institutionId: number, day: Day): Promise<Away[]> {
  const away = await awayOn(db, institutionId, day);
  const covered = await rowsOf<Away>(
    db,
    sql`select distinct absent_id::int as "employeeId", 'Away' as why from covers
      where institution_id = ${institutionId} and on_date = ${day}::date`,
  );
  const known = new Set(away.map(({ employeeId }) => employeeId));
  return [
    ...away.map(({ employeeId, why }) => ({ employeeId, why })),
    ...covered.filter(({ employeeId }) => !known.has(employeeId)),
  ];
}
