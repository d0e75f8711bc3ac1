import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { count } from '#ui/format.ts';
import { markSheetCourses } from '../assessment.schema.ts';
import { progressOf } from '../sheets/progress.queries.ts';
import { openForEntry } from './save-marks.ts';

/** Says that all marks of a course are in, or that there is more to enter after all. */
export async function finishCourse(
  tx: Tx,
  actor: Actor,
  place: { sheetId: number; courseId: number },
  isDone: boolean,
): Promise<void> {
  const { institutionId, course, batch, term, sheetId, courseId } = await openForEntry(tx, actor, place);
  const all = await progressOf(tx, sql`s.institution_id = ${institutionId} and s.id = ${sheetId}`);
  const { expected, entered } = all.find((one) => one.courseId === courseId)!;
  const missing = expected - entered;
  if (isDone && missing > 0)
    throw new ValidationError(
      'form',
      `${missing === 1 ? 'A mark is' : `${count(missing)} marks are`} not entered. Enter “absent”, “exempt”, “incomplete” or “pending” where there is none.`,
    );
  await tx
    .update(markSheetCourses)
    .set({ doneAt: isDone ? new Date() : null })
    .where(
      and(
        eq(markSheetCourses.institutionId, institutionId),
        eq(markSheetCourses.sheetId, sheetId),
        eq(markSheetCourses.courseId, courseId),
      ),
    );
  await record(tx, actor, isDone ? 'marks.finish' : 'marks.resume', {
    institutionId,
    summary: `${isDone ? 'finished' : 'reopened'} the marks of ${course}, ${batch}, ${term}`,
    subject: { type: 'mark_sheet', id: sheetId },
    details: { courseId },
  });
}
