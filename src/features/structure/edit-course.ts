import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { courseTaken, type CourseFields } from './course-fields.ts';
import { lockCourse } from './lock-rows.ts';
import { courses } from './structure.schema.ts';
import { recordEdit } from './write-down.ts';

/** Changes a course wherever it is offered. */
export async function editCourse(
  tx: Tx,
  actor: Actor,
  courseId: number,
  input: z.infer<typeof CourseFields>,
): Promise<void> {
  const before = await lockCourse(tx, actor, courseId);
  const { institutionId } = before;
  await refuseDuplicate(
    tx
      .update(courses)
      .set(input)
      .where(and(eq(courses.institutionId, institutionId), eq(courses.id, courseId))),
    courseTaken(input.code),
  );
  await recordEdit(
    tx,
    actor,
    'structure.editCourse',
    { institutionId, type: 'course', id: courseId, name: input.code },
    before,
    input,
  );
}
