import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { CourseFields, courseTaken, refuseSameCourse } from './course-fields.ts';
import { courses } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

export const CreateCourse = CourseFields.extend({ institutionId: id });

/** Adds a course, not offered to any batch yet. */
export async function createCourse(
  tx: Tx,
  actor: Actor,
  { institutionId, ...input }: z.infer<typeof CreateCourse>,
): Promise<number> {
  allow(actor, 'structure.edit', institutionId);
  await refuseSameCourse(tx, institutionId, input.code);
  const [row] = await refuseDuplicate(
    tx
      .insert(courses)
      .values({ institutionId, ...input })
      .returning({ id: courses.id }),
    courseTaken(input.code),
  );
  const subject = { institutionId, type: 'course', id: row!.id, name: input.code } as const;
  await recordAction(tx, actor, 'structure.createCourse', subject, `added ${input.code} ${input.title}`, input);
  return row!.id;
}
