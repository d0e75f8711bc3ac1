import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseInUse } from '../in-use.ts';
import { lockCourse } from '../lock-rows.ts';
import { courses } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Deletes a course that was never offered to a batch. */
export async function deleteCourse(tx: Tx, actor: Actor, courseId: number): Promise<string> {
  const { institutionId, id, code, title } = await lockCourse(tx, actor, courseId);
  await refuseInUse(
    tx,
    code,
    [
      {
        singular: 'offering',
        count: sql`select count(*) from course_offerings where institution_id = ${institutionId} and course_id = ${id}`,
      },
      {
        // Those of past timetables stay when the offering is removed.
        singular: 'lesson in a timetable',
        plural: 'lessons in timetables',
        count: sql`select count(*) from offering_uses where institution_id = ${institutionId} and course_id = ${id}
          and use = 'lessons in a timetable'`,
      },
    ],
    'Archive it instead.',
  );
  await tx.delete(courses).where(and(eq(courses.institutionId, institutionId), eq(courses.id, id)));
  await recordAction(
    tx,
    actor,
    'structure.deleteCourse',
    { institutionId, type: 'course', id, name: code },
    `deleted ${code} ${title}`,
  );
  return title;
}
