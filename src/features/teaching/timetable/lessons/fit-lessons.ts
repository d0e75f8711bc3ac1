import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** So many lessons of a length. */
export interface Wanted {
  setId: number;
  length: number;
  count: number;
}

/** Adds lessons to the tray, or takes away those that are too many: from the tray first, locked ones last. */
export async function fitLessons(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  wanted: readonly Wanted[],
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("setId" bigint, length int, count int)`;
  await tx.execute(sql`
    delete from lessons where institution_id = ${institutionId} and id in (
      select n.id from (select l.id, w.count, row_number() over (partition by l.set_id, l.length
          order by l.weekday is null, l.is_locked desc, l.id) as at
        from lessons l join ${rows} on (w."setId", w.length) = (l.set_id, l.length)
        where l.institution_id = ${institutionId} and l.timetable_id = ${timetableId}) n where n.at > n.count)`);
  await tx.execute(sql`
    insert into lessons (institution_id, timetable_id, set_id, length)
    select ${institutionId}, ${timetableId}, w."setId", w.length from ${rows}
    cross join lateral generate_series(1, w.count - (select count(*) from lessons l
      where (l.institution_id, l.timetable_id, l.set_id, l.length) = (${institutionId}, ${timetableId}, w."setId", w.length))::int)
    order by w."setId", w.length`);
}
