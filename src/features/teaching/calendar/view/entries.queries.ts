import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { visibleEntries } from '../calendar.policy.ts';
import type { EntryAudience, EntryKind } from '../entry-kinds.ts';

export interface CalendarEntry {
  id: number;
  institutionId: number;
  kind: EntryKind;
  title: string;
  note: string | null;
  startsOn: Day;
  endsOn: Day;
  /** '08:30' */
  startsAt: string | null;
  endsAt: string | null;
  audiences: EntryAudience[];
  classes: string[];
  holiday: string | null;
  isExpected: boolean;
}

/** Columns of an entry `e`. */
export const entryColumns: SQL = sql`e.id::int, e.institution_id as "institutionId", e.kind, e.title, e.note,
  e.starts_on::text as "startsOn", e.ends_on::text as "endsOn", to_char(e.starts_at, 'HH24:MI') as "startsAt",
  to_char(e.ends_at, 'HH24:MI') as "endsAt", to_json(e.audiences) as audiences, e.holiday, e.is_expected as "isExpected",
  array(select c.name from classes c where c.institution_id = e.institution_id and c.id = any (e.class_ids)
    order by c.program_id, c.position) as classes`;

const most = 500;

/** What the actor sees of a calendar from one day to another, in the order of a day. */
export const entriesBetween = (db: Db, actor: Actor, institutionId: number, from: Day, to: Day) =>
  bounded(most, (limit) =>
    query<CalendarEntry>(
      db,
      sql`select ${entryColumns} from calendar_entries e
        where ${visibleEntries(actor, [institutionId])} and e.starts_on <= ${to}::date and e.ends_on >= ${from}::date
        order by e.kind = 'event', e.starts_on, e.starts_at nulls first, e.id limit ${limit}`,
    ),
  );
