import { listLimits } from '#kernel/list-limits.ts';
import { and, asc, eq, ilike, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { id, said } from '#kernel/schemas.ts';
import { literally } from '#kernel/searchable.ts';
import { courses } from './structure.schema.ts';

export const CourseFilter = z.object({
  institution_id: said(id),
  academic_session: said(id),
  q: z.string().trim().max(100).optional(),
  state: said(z.enum(['active', 'retired'])),
  /** Only what is taught in the session in view. */
  offered: said(z.enum(['yes', 'no'])),
});
export type CourseFilter = z.infer<typeof CourseFilter>;

const columns = {
  id: courses.id,
  institutionId: courses.institutionId,
  code: courses.code,
  title: courses.title,
  creditUnits: courses.creditUnits,
  electiveGroup: courses.electiveGroup,
  noExam: courses.noExam,
  retiredAt: courses.retiredAt,
};

/** Courses by code, with the number of batches that are taught them in the session in view (else the current one). */
export const listCourses = (db: Db, actor: Actor, filter: CourseFilter) => {
  const session = filter.academic_session ? sql`a.id = ${filter.academic_session}` : sql`a.is_current`;
  const batches = sql<number>`(select count(*) from course_offerings o
    join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
    join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id)
    where o.institution_id = courses.institution_id and o.course_id = courses.id and ${session})`;
  const pattern = filter.q && `%${literally(filter.q)}%`;
  return db
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
    )
    .limit(listLimits.structure);
};
export type CourseRow = Awaited<ReturnType<typeof listCourses>>[number];

/** One course, or undefined for whom may not see it. */
export const findCourse = async (db: Db, actor: Actor, courseId: number) => {
  const [row] = await db
    .select(columns)
    .from(courses)
    .where(and(inArray(courses.institutionId, institutionsWhere(actor, 'structure.view')), eq(courses.id, courseId)));
  return row;
};
