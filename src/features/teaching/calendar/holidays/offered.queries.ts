import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { chooseCalendar } from '../view/choose-calendar.ts';
import { proposedDays } from './in-lieu.queries.ts';
import { nationalHolidays, type NationalHoliday } from './national-holidays.ts';

export interface AddedHoliday {
  id: number;
  key: string;
  title: string;
  startsOn: Day;
  endsOn: Day;
  isExpected: boolean;
}
export interface OfferedSession {
  id: number;
  name: string;
  startsOn: Day;
  endsOn: Day;
}

const sessionsOf = (db: Db, institutionId: number) =>
  query<OfferedSession & { isCurrent: boolean }>(
    db,
    sql`select y.id::int, y.name, y.starts_on::text as "startsOn", y.ends_on::text as "endsOn", y.is_current as "isCurrent"
      from academic_sessions y where y.institution_id = ${institutionId} and y.closed_at is null order by y.starts_on desc, y.id`,
  );

/** Those of the last years, which no session that is open can be without. */
const addedOf = (db: Db, institutionId: number) =>
  query<AddedHoliday>(
    db,
    sql`select e.id::int, e.holiday as key, e.title, e.starts_on::text as "startsOn", e.ends_on::text as "endsOn",
        e.is_expected as "isExpected"
      from calendar_entries e where e.institution_id = ${institutionId} and e.holiday is not null order by e.starts_on, e.id`,
  );

/** The national holidays of a session: what is in the calendar, and what is not yet. */
export async function holidaysPageProps(
  db: Db,
  actor: Actor,
  query: { institution_id?: number | undefined; academic_session?: number | undefined },
) {
  const { institutionId, institutions } = chooseCalendar(actor, query.institution_id);
  const canEdit = can(actor, 'calendar.edit', institutionId);
  const [sessions, all, proposed] = await Promise.all([
    sessionsOf(db, institutionId),
    addedOf(db, institutionId),
    canEdit ? proposedDays(db, [institutionId]) : [],
  ]);
  const session =
    sessions.find(({ id }) => id === query.academic_session) ??
    sessions.find(({ isCurrent }) => isCurrent) ??
    sessions[0] ??
    null;
  const isIn = ({ startsOn }: { startsOn: Day }) =>
    session !== null && startsOn >= session.startsOn && startsOn <= session.endsOn;
  return {
    institutionId,
    institutions,
    session,
    sessions,
    added: all.filter(isIn),
    offered: session ? notAdded(session, [...all, ...proposed]) : [],
    proposed: proposed.filter(({ day }) => isIn({ startsOn: day })),
    can: { edit: canEdit },
  };
}

export function notAdded({ startsOn, endsOn }: OfferedSession, added: { key: string }[]): NationalHoliday[] {
  const keys = new Set(added.map(({ key }) => key));
  return nationalHolidays(startsOn, endsOn).filter(({ key }) => !keys.has(key));
}
