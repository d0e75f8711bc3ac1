import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { proposedInLieu, type HolidayDays, type InLieu } from './in-lieu.ts';

export interface Proposed extends InLieu {
  institutionId: number;
}

interface Calendar {
  institutionId: number;
  today: Day;
  added: HolidayDays[];
  dismissed: string[];
}

/** Days in place of holidays at weekends in calendars in Nigeria, from today on. In one statement. */
export async function proposedDays(db: Db, institutionIds: readonly number[]): Promise<Proposed[]> {
  const calendars = await query<Calendar>(
    db,
    sql`select i.id as "institutionId", d.today::text as today,
        coalesce((select jsonb_agg(jsonb_build_object('key', e.holiday, 'title', e.title, 'startsOn', e.starts_on, 'endsOn', e.ends_on)
            order by e.starts_on, e.id)
          from calendar_entries e where e.institution_id = i.id and e.holiday is not null and e.ends_on >= d.today - 14), '[]') as added,
        array(select s.holiday from calendar_seeded_holidays s where s.institution_id = i.id and s.holiday like '%-instead%') as dismissed
      from institutions i cross join lateral (select (now() at time zone i.time_zone)::date as today) d
      where i.id = any (${sql.param(institutionIds)}::int[]) and i.time_zone = 'Africa/Lagos' order by i.id`,
  );
  return calendars.flatMap(({ institutionId, today, added, dismissed }) =>
    proposedInLieu(added, dismissed, today).map((one) => ({ ...one, institutionId })),
  );
}
