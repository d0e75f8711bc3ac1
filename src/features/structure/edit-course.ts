import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { changesBetween } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits, mergeEdit } from '#kernel/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { CourseFields, courseTaken, refuseSameCourse } from './course-fields.ts';
import { lockCourse } from './lock-rows.ts';
import { courses } from './structure.schema.ts';
import { recordEdit } from './write-down.ts';

export const EditCourse = edits(CourseFields);

/** Changes a course wherever it is offered. */
export async function editCourse(
  tx: Tx,
  actor: Actor,
  courseId: number,
  sent: z.infer<typeof EditCourse>,
): Promise<void> {
  const before = await lockCourse(tx, actor, courseId);
  const { institutionId } = before;
  const subject = { institutionId, type: 'course', id: courseId } as const;
  const { input } = await mergeEdit(tx, actor, { fields: EditCourse, sent, current: before, subject });
  const changes = changesBetween(before, input);
  if (Object.keys(changes).length === 0) return;
  await refuseSameCourse(tx, institutionId, input.code, courseId);
  await refuseDuplicate(
    tx
      .update(courses)
      .set(differing(input, changes))
      .where(and(eq(courses.institutionId, institutionId), eq(courses.id, courseId))),
    courseTaken(input.code),
  );
  await recordEdit(tx, actor, 'structure.editCourse', { ...subject, name: input.code }, before, input);
}
