import { and, asc, eq, ilike, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import { listLimits } from '#kernel/list-limits.ts';
import { type Db, pick } from '#kernel/database.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { literally } from '#kernel/searchable.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';
import { courses } from '../structure.schema.ts';
import { after, pageOf } from '../view.ts';

export const CourseFilter = z.object({
  institution_id: queryParam(id),
  academic_session: queryParam(id),
  q: z.string().trim().max(100).optional(),
  state: queryParam(z.enum(['active', 'retired'])),
  /** Whether the course is taught in the session in view. */
  offered: queryParam(z.enum(['yes', 'no'])),
  after,
});
export type CourseFilter = z.infer<typeof CourseFilter>;

const columns = {
  ...pick(courses, 'id', 'institutionId', 'code', 'title', 'creditUnits', 'electiveGroup', 'noExam', 'retiredAt'),
};

/** Courses by code, with the number of batches taking them in the session in view (else the current one). */
export const listCourses = (db: Db, actor: Actor, filter: CourseFilter) => {
  const session = filter.academic_session ? sql`a.id = ${filter.academic_session}` : sql`a.is_current`;
  const batches = sql<number>`(select count(*) from course_offerings o
    join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
    join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id)
    where o.institution_id = courses.institution_id and o.course_id = courses.id and ${session})`;
  const pattern = filter.q && `%${literally(filter.q)}%`;
  const found = db
    .select({ ...columns, batches })
    .from(courses)
    .where(
      and(
        inArray(courses.institutionId, institutionsInView(actor, filter.institution_id, 'structure.view')),
        pattern ? or(ilike(courses.code, pattern), ilike(courses.title, pattern)) : undefined,
        filter.state === 'retired'
          ? isNotNull(courses.retiredAt)
          : filter.state === 'active'
            ? isNull(courses.retiredAt)
            : undefined,
        filter.offered && (filter.offered === 'yes' ? sql`${batches} > 0` : sql`${batches} = 0`),
      ),
    )
    .orderBy(
      asc(courses.institutionId),
      sql`${courses.retiredAt} is not null`,
      sql`lower(${courses.title})`,
      asc(courses.code),
      asc(courses.id),
    );
  return pageOf(found, filter.after);
};
export type CourseRow = Awaited<ReturnType<typeof listCourses>>['rows'][number];

const unoffered = (institutionId: number, batchId: number, q = '') =>
  and(
    eq(courses.institutionId, institutionId),
    isNull(courses.retiredAt),
    sql`not exists (select from course_offerings o where o.institution_id = ${institutionId} and o.batch_id = ${batchId} and o.course_id = ${courses.id})`,
    q ? ilike(sql`${courses.code} || ' ' || ${courses.title}`, `%${literally(q)}%`) : undefined,
  );

const selectUnoffered = (db: Db, where: SQL | undefined, limit: number) =>
  db
    .select({ id: courses.id, code: courses.code, title: courses.title, electiveGroup: courses.electiveGroup })
    .from(courses)
    .where(where)
    .orderBy(sql`lower(${courses.title})`, asc(courses.code), asc(courses.id))
    .limit(limit);

/** Courses that can still be added to a batch. */
export const coursesToOffer = (db: Db, institutionId: number, batchId: number) =>
  bounded(listLimits.structure, (limit) => selectUnoffered(db, unoffered(institutionId, batchId), limit));

/** The same, with a code or title that contains the typed text; `except` is the batch. */
export async function courseChoices(
  db: Db,
  { institutionIds: [institutionId], q, except }: Choosing,
): Promise<Choices> {
  const { rows, isMore } = await bounded(choicesShown, async (limit) =>
    institutionId === undefined || except === undefined
      ? []
      : selectUnoffered(db, unoffered(institutionId, except, q), limit),
  );
  return {
    choices: rows.map(({ id: courseId, code, title }) => ({ value: String(courseId), label: title, hint: code })),
    isMore,
  };
}

/** The elective groups of the institution's courses. */
export const electiveGroups = async (db: Db, institutionId: number): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ name: courses.electiveGroup })
    .from(courses)
    .where(and(eq(courses.institutionId, institutionId), isNotNull(courses.electiveGroup)))
    .orderBy(courses.electiveGroup);
  return rows.map(({ name }) => name!);
};

/** One course, or undefined if the actor cannot see it. */
export const findCourse = async (db: Db, actor: Actor, courseId: number) => {
  const [row] = await db
    .select(columns)
    .from(courses)
    .where(and(inArray(courses.institutionId, institutionsWhere(actor, 'structure.view')), eq(courses.id, courseId)));
  return row;
};
