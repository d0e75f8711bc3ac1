import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { orNotFound } from '#kernel/errors.ts';
import { maySeeTimetable } from '../timetable.policy.ts';

type VersionState = 'draft' | 'current' | 'coming' | 'past';

export interface Version {
  id: number;
  institutionId: number;
  name: string;
  sessionId: number;
  session: string;
  /** The term it is made for; null: the whole session. */
  term: string | null;
  termPosition: number | null;
  state: VersionState;
  validFrom: Day | null;
  /** The last day; the end of the session at the latest. */
  validUntil: Day | null;
  revision: number;
}

export interface VersionRow extends Version {
  /** Periods with a lesson, and in all. */
  placed: number;
  all: number;
}

const makers = ['timetable.edit', 'timetable.publish'] as const;

/** Versions `t` that the reader sees: drafts only in institutions where they make or publish timetables. */
const visible = (actor: Actor, ids: number[]): SQL =>
  sql`(${isOneOf(sql`t.institution_id`, ids)} and (t.published_at is not null or t.institution_id
    = any (${sql.param(institutionsWhere(actor, ...makers))}::int[])))`;

const columns = sql`t.id::bigint as id, t.institution_id as "institutionId", t.name, t.session_id::bigint as "sessionId",
  y.name as session, m.name as term, t.term_position as "termPosition", t.valid_from::text as "validFrom",
  least(t.valid_until, case when t.valid_from is not null then y.ends_on end)::text as "validUntil", t.revision,
  case when t.valid_from is null then 'draft' when t.valid_from > d.today and (t.valid_until is null or t.valid_until >= t.valid_from) then 'coming'
    when least(t.valid_until, y.ends_on) < d.today then 'past' else 'current' end as state`;

const tables = sql`timetables t
  join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
  join institutions i on i.id = t.institution_id
  left join terms m on (m.institution_id, m.session_id, m.position) = (t.institution_id, t.session_id, t.term_position)
  cross join lateral (select (now() at time zone i.time_zone)::date as today) d`;

/** Versions in view: drafts first, then the latest. */
export const listVersions = (db: Db, actor: Actor, wanted?: number): Promise<VersionRow[]> =>
  query<VersionRow>(db)`select ${columns}, n.placed, n.all
      from ${tables}
      cross join lateral (select coalesce(sum(l.length) filter (where l.weekday is not null), 0)::int as placed,
          coalesce(sum(l.length), 0)::int as all
        from lessons l where (l.institution_id, l.timetable_id) = (t.institution_id, t.id)) n
      where ${visible(actor, institutionsInView(actor, wanted, ...maySeeTimetable))}
      order by t.valid_from is not null, t.valid_from desc, t.id desc`;

/** One version that the reader sees. */
export async function findVersion(db: Db, actor: Actor, timetableId: number): Promise<Version> {
  const [row] = await query<Version>(db)`select ${columns} from ${tables}
      where ${visible(actor, institutionsWhere(actor, ...maySeeTimetable))} and t.id = ${timetableId}`;
  return orNotFound(row, 'timetable');
}

export interface VersionChoices {
  sessions: { id: number; name: string; isCurrent: boolean; terms: { position: number; name: string }[] }[];
  versions: { id: number; name: string; session: string }[];
}

/** What a new version can be made for, and from. */
export async function versionChoices(db: Db, institutionId: number): Promise<VersionChoices> {
  const [sessions, versions] = await Promise.all([
    query<VersionChoices['sessions'][number]>(db)`
      select y.id::bigint as id, y.name, y.is_current as "isCurrent", (select coalesce(jsonb_agg(jsonb_build_object(
          'position', t.position, 'name', t.name) order by t.position), '[]') from terms t
          where (t.institution_id, t.session_id) = (y.institution_id, y.id)) as terms
        from academic_sessions y where y.institution_id = ${institutionId} and y.closed_at is null
        order by y.is_current desc, y.starts_on desc`,
    query<VersionChoices['versions'][number]>(db)`select t.id::bigint as id, t.name, y.name as session from timetables t
        join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
        where t.institution_id = ${institutionId}
        order by t.valid_from is null, t.valid_from desc, t.id desc`,
  ]);
  return { sessions, versions };
}
