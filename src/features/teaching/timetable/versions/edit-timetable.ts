import { sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { edits } from '#kernel/edit/edit.ts';
import { lockDraft, lockTimetable } from '../draft/lock-draft.ts';
import { timetables } from '../timetable.schema.ts';
import { nameTaken, VersionFields } from './version-fields.ts';

export const EditTimetable = edits(VersionFields);

/** Renames a version. */
export const editTimetable = editRecord({
  action: 'timetable.editTimetable',
  type: 'timetable',
  table: timetables,
  may: 'timetable.edit',
  fields: EditTimetable,
  lock: lockTimetable,
  taken: ({ values }) => nameTaken(values.name),
  nameOf: ({ values }) => `the timetable ${values.name}`,
});

/** Deletes a draft with its lessons. What was published stays. */
export async function deleteTimetable(tx: Tx, actor: Actor, timetableId: number): Promise<string> {
  const { institutionId, name } = await lockDraft(tx, actor, timetableId);
  // Children first: lessons refer to days, and days to patterns.
  for (const table of [sql`lesson_sets`, sql`timetable_days`])
    await tx.execute(
      sql`delete from ${table} where institution_id = ${institutionId} and timetable_id = ${timetableId}`,
    );
  await tx.execute(sql`delete from timetables where (institution_id, id) = (${institutionId}, ${timetableId})`);
  await record(tx, actor, 'timetable.deleteTimetable', {
    institutionId,
    summary: `deleted the timetable ${name}`,
    subject: { type: 'timetable', id: timetableId },
  });
  return name;
}
