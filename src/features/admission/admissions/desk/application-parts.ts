import { sql, type SQL } from 'drizzle-orm';

/* Conditions and values of rows of `applications`, for lists, files and the review screen. */

const ofRow = sql`institution_id = applications.institution_id`;

/** Rows whose intake `i` meets the condition. */
export const inIntake = (condition: SQL): SQL =>
  sql`exists (select from intakes i where i.${ofRow} and i.id = applications.intake_id and ${condition})`;

/** The institution's time zone. */
export const clock = sql`(select n.time_zone from institutions n where n.id = applications.institution_id)`;

/** Whole years on the day on which the intake counts ages. */
export const ageOf: SQL<number | null> =
  sql`(select extract(year from age(coalesce(i.age_on, y.starts_on), applications.birth_date))::int
  from intakes i join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
  where i.${ofRow} and i.id = applications.intake_id)`;

/** How many required papers have not arrived. Those of admitted students are with their records. */
export const missingPapers: SQL<number> = sql`(select count(*)::int from intakes i, unnest(i.required_papers) k
  where i.${ofRow} and i.id = applications.intake_id and applications.status <> 'admitted'
    and case when k = 'photo' then applications.photo_id is null else not exists (
      select from application_papers x where x.${ofRow} and x.application_id = applications.id and x.kind = k) end)`;

export const hasOpenTask: SQL<boolean> = sql`exists (select from application_tasks t
  where t.${ofRow} and t.application_id = applications.id and t.done_at is null and t.closed_at is null)`;

export const hasSeat: SQL<boolean> = sql`exists (select from exam_seats e where e.${ofRow} and e.application_id = applications.id)`;
