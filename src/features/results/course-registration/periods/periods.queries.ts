import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { FoundPeriod } from './edit-period.ts';

export type PeriodRow = FoundPeriod & { program: string };

/** The periods in view, latest term first. */
export const listPeriods = (db: Db, actor: Actor, wanted?: number): Promise<PeriodRow[]> =>
  query<PeriodRow>(
    db,
    sql`select p.id::int as id, p.institution_id as "institutionId", p.class_id::int as "classId", p.term_id::int as "termId",
      p.minimum_units as "minimumUnits", p.maximum_units as "maximumUnits", p.opens_on::text as "opensOn",
      p.closes_on::text as "closesOn", p.late_until::text as "lateUntil", p.late_fee::float8 as "lateFee",
      p.late_category_id::int as "lateCategoryId", p.allows_override as "allowsOverride",
      p.closed_on::text as "closedOn", c.name as "className", t.name || ', ' || y.name as term, g.name as program
    from registration_periods p
    join classes c on (c.institution_id, c.id) = (p.institution_id, p.class_id)
    join programs g on (g.institution_id, g.id) = (c.institution_id, c.program_id)
    join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where p.institution_id = any (${sql.param(institutionsInView(actor, wanted, 'registration.manage'))}::int[])
    order by y.starts_on desc, t.position desc, g.name, c.position, c.id`,
  );

interface Choice {
  id: number;
  name: string;
}

export interface PeriodChoices {
  institutionId: number;
  terms: Choice[];
  classes: Choice[];
  categories: Choice[];
}

/** What a new period can be for. */
export async function periodChoices(db: Db, actor: Actor, wanted?: number): Promise<PeriodChoices> {
  const [institutionId] = institutionsInView(actor, wanted, 'registration.manage');
  if (!institutionId) throw new NotAllowed();
  const [terms, classes, categories] = await Promise.all([
    query<Choice>(
      db,
      sql`select t.id::int as id, t.name || ', ' || y.name as name from terms t
        join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
        where t.institution_id = ${institutionId} and y.closed_at is null order by y.starts_on desc, t.position`,
    ),
    query<Choice>(
      db,
      sql`select c.id::int as id, c.name || ', ' || p.name as name from classes c
        join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
        where c.institution_id = ${institutionId} order by p.name, c.position, c.id`,
    ),
    query<Choice>(
      db,
      sql`select id::int as id, name from fee_categories
        where institution_id = ${institutionId} and archived_at is null order by name`,
    ),
  ]);
  return { institutionId, terms, classes, categories };
}
