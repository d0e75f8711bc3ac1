import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { seeingResults } from '../term-results/find-sheet.ts';

export const AnalysedClass = z.object({
  institutionId: z.number(),
  termId: z.number(),
  term: z.string(),
  session: z.string(),
  isCurrent: z.boolean(),
  startsOn: z.string(),
  classId: z.number(),
  className: z.string(),
  program: z.string(),
});
export type AnalysedClass = z.infer<typeof AnalysedClass>;

const ownIds = (actor: Actor) => sql.param(actor.institutions.flatMap((one) => one.employeeIds));

/** Institutions whose marks the actor sees all; of the others, own courses and batches alone. */
const seesAll = (actor: Actor, wanted: number | undefined) =>
  sql.param(institutionsInView(actor, wanted, 'marks.view'));

/** The classes with sheets of marks that the actor sees something of, by term, the latest first. */
export const analysedClasses = (db: Db, actor: Actor, wanted: number | undefined): Promise<AnalysedClass[]> =>
  query(
    db,
    sql`select distinct on (t.starts_on, t.id, p.name, c.position, c.id) s.institution_id as "institutionId",
      t.id::int as "termId", t.name as term, y.name as session, t.is_current as "isCurrent",
      t.starts_on::text as "startsOn", c.id::int as "classId", c.name as "className", p.name as program
    from mark_sheets s
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    where s.institution_id = any (${sql.param(institutionsInView(actor, wanted, ...seeingResults))}::int[])
      and (s.institution_id = any (${seesAll(actor, wanted)}::int[])
        or exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
          and x.employee_id = any (${ownIds(actor)}::bigint[]))
        or exists (select from course_offerings o where (o.institution_id, o.batch_id) = (b.institution_id, b.id)
          and o.employee_id = any (${ownIds(actor)}::bigint[])))
    order by t.starts_on desc, t.id, p.name, c.position, c.id`,
    AnalysedClass,
  );

export const Offering = z.object({
  batchId: z.number(),
  batch: z.string(),
  courseId: z.number(),
  employeeId: z.number().nullable(),
  teacher: z.string().nullable(),
  /** Whether the actor may see its marks. */
  isSeen: z.boolean(),
});
export type Offering = z.infer<typeof Offering>;

/** The courses of a class's batches with their teachers: all, or marked as not the actor's. */
export const offeringsOf = (
  db: Db,
  actor: Actor,
  { institutionId, termId, classId }: Pick<AnalysedClass, 'institutionId' | 'termId' | 'classId'>,
): Promise<Offering[]> =>
  query(
    db,
    sql`select b.id::int as "batchId", b.name as batch, o.course_id::int as "courseId", e.id::int as "employeeId",
      concat_ws(' ', e.first_name, e.surname) as teacher,
      ${can(actor, 'marks.view', institutionId)}::boolean or o.employee_id = any (${ownIds(actor)}::bigint[]) is true
        or exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
          and x.employee_id = any (${ownIds(actor)}::bigint[])) as "isSeen"
    from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
    left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
    where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId}
    order by b.name, b.id`,
    Offering,
  );

export const PublishedTotals = z.object({
  studentId: z.number(),
  termId: z.number(),
  term: z.string(),
  session: z.string(),
  /** Exact, by code. */
  totals: z.array(
    z.object({
      code: z.string(),
      total: z.string(),
    }),
  ),
});
export type PublishedTotals = z.infer<typeof PublishedTotals>;

/**
 * What was published of students until a term, in the two years before it. People who see only their own courses see
 * what was published in the same batch: elsewhere somebody else taught.
 */
export const publishedTotals = (
  db: Db,
  actor: Actor,
  { institutionId, startsOn }: Pick<AnalysedClass, 'institutionId' | 'startsOn'>,
  students: { studentId: number; batchId: number }[],
): Promise<PublishedTotals[]> =>
  query(
    db,
    sql`select r.student_id::int as "studentId", t.id::int as "termId", t.name as term, y.name as session, v.totals
    from unnest(${sql.param(students.map(({ studentId }) => studentId))}::bigint[],
      ${sql.param(students.map(({ batchId }) => batchId))}::bigint[]) u (id, batch_id)
    cross join lateral (select r.* from published_results r where (r.institution_id, r.student_id) = (${institutionId}, u.id)
      and r.replaced_at is null offset 0) r
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
      and t.starts_on between ${startsOn}::date - 731 and ${startsOn}::date
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    cross join lateral (select coalesce(json_agg(json_build_object('code', c ->> 'code', 'total', c ->> 'total')), '[]') as totals
      from jsonb_array_elements(r.content -> 'courses') c where c ->> 'total' is not null) v
    where ${can(actor, 'marks.view', institutionId)}::boolean or r.batch_id = u.batch_id
    order by t.starts_on, t.id`,
    PublishedTotals,
  );
