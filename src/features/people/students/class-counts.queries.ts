import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { seenWhole, visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

export interface ClassCount {
  id: number;
  name: string;
  programId: number;
  program: string;
  female: number;
  male: number;
  /** Without a recorded gender. */
  others: number;
}

/** Students in class arms, by class: from the counts where all are visible, else of the visible ones. */
export function classCounts(db: Db, actor: Actor, wanted: number | undefined): Promise<ClassCount[]> {
  const whole = seenWhole(actor, wanted);
  const counted = whole
    ? sql`select n.institution_id, n.batch_id, sum(n.students) as students, sum(n.female) as female, sum(n.male) as male
        from batch_counts n where ${isOneOf(sql`n.institution_id`, whole)} and n.batch_id > 0 group by 1, 2`
    : sql`select ${students.institutionId} as institution_id, ${students.batchId} as batch_id, count(*) as students,
          count(*) filter (where ${students.gender} = 'female') as female, count(*) filter (where ${students.gender} = 'male') as male
        from ${students} where ${visibleTo(actor, students, wanted)} and ${students.batchId} is not null group by 1, 2`;
  return query<ClassCount>(
    db,
    sql`with counted as (${counted})
      select c.id::int as id, c.name, p.id::int as "programId", p.name as program, sum(k.female)::int as female, sum(k.male)::int as male,
        sum(k.students - k.female - k.male)::int as others
      from counted k join batches b on (b.institution_id, b.id) = (k.institution_id, k.batch_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
      group by c.institution_id, c.id, c.name, p.id, p.name, c.position having sum(k.students) > 0
      order by p.name, c.position, c.id`,
  );
}

/** Visible students admitted since the session before the current one ended, and in the session before. */
export async function newcomers(
  db: Db,
  actor: Actor,
  wanted: number | undefined,
): Promise<{ now: number; past: number }> {
  // As in the index of admission dates.
  const admitted = sql`coalesce(${students.admissionDate}, '0001-01-01'::date)`;
  const [row] = await query<{ now: number; past: number }>(
    db,
    sql`with session as (
        select y.institution_id, y.ends_on, coalesce(p.ends_on, y.starts_on - 365) as since,
          coalesce(q.ends_on, p.starts_on - 365) as before
        from academic_sessions y
        left join lateral (select p.starts_on, p.ends_on from academic_sessions p
          where p.institution_id = y.institution_id and p.ends_on < y.starts_on order by p.ends_on desc limit 1) p on true
        left join lateral (select q.ends_on from academic_sessions q
          where q.institution_id = y.institution_id and q.ends_on < p.starts_on order by q.ends_on desc limit 1) q on true
        where y.is_current and ${isOneOf(
          sql`y.institution_id`,
          actor.institutions.map(({ id }) => id),
        )})
      select count(*) filter (where ${admitted} > s.since and ${admitted} <= s.ends_on)::int as now,
        count(*) filter (where ${admitted} > s.before and ${admitted} <= s.since)::int as past
      from session s join ${students} on ${students.institutionId} = s.institution_id
        and ${admitted} > coalesce(s.before, s.since) and ${admitted} <= s.ends_on
      where ${visibleTo(actor, students, wanted)}`,
  );
  return row!;
}
