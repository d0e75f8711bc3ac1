import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { courseOfferings, courses } from '#features/school/structure/structure.schema.ts';

export const titlesOf = (electives: { title: string }[]) => electives.map(({ title }) => title).join(', ');

export const electivesOf = async (tx: Tx, institutionId: number, batchId: number) => {
  const rows = await tx
    .select({ id: courseOfferings.id, title: courses.title, group: sql<string>`${courses.electiveGroup}` })
    .from(courseOfferings)
    .innerJoin(
      courses,
      and(eq(courses.institutionId, courseOfferings.institutionId), eq(courses.id, courseOfferings.courseId)),
    )
    .where(
      and(
        eq(courseOfferings.institutionId, institutionId),
        eq(courseOfferings.batchId, batchId),
        isNotNull(courses.electiveGroup),
      ),
    )
    .orderBy(courses.title);
  return rows;
};
