import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { checkbox, day, emptyIsNull, id, line, list } from '#kernel/schemas.ts';
import { lines } from '#features/school/site/site-fields.ts';

export const NoticeFields = z.object({
  title: line(120, 'The title'),
  body: lines(20_000, 'The text'),
  toEmployees: checkbox,
  toStudents: checkbox,
  toGuardians: checkbox,
  batchIds: list(id).refine((ids) => ids.length <= 200, 'Choose up to 200.'),
  classIds: list(id).refine((ids) => ids.length <= 200, 'Choose up to 200.'),
  departments: list(z.string().trim().min(1).max(120)).refine((names) => names.length <= 100, 'Choose up to 100.'),
  fromDay: day,
  untilDay: emptyIsNull(day),
  isPinned: checkbox,
  isPublic: checkbox,
});
export const CreateNotice = NoticeFields.safeExtend({ institutionId: id });

export type NoticeValues = z.output<typeof NoticeFields>;

const ordered = <T extends number | string>(values: T[]): T[] =>
  [...new Set(values)].toSorted((one, other) => (one < other ? -1 : 1));

/** The values in the order in which they are stored, so that an edit changes only what it means to. */
export const tidied = <Values extends Pick<NoticeValues, 'batchIds' | 'classIds' | 'departments'>>(values: Values) => ({
  ...values,
  batchIds: ordered(values.batchIds),
  classIds: ordered(values.classIds),
  departments: ordered(values.departments),
});

/** Refuses an audience of nobody, places of another institution, and days in the wrong order. */
export async function checkNotice(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  values: NoticeValues,
  wasPublic = false,
) {
  if (!values.toEmployees && !values.toStudents && !values.toGuardians)
    throw new ValidationError('toEmployees', 'Choose employees, students or guardians.');
  if (values.untilDay !== null && values.untilDay < values.fromDay)
    throw new ValidationError('untilDay', 'The last day is before the first day.');
  if (values.isPublic && !wasPublic && !can(actor, 'site.edit', institutionId))
    throw new NotAllowed('Only people who can edit the public site can show a notice there.');
  const [found] = await query<{ batches: number; classes: number }>(
    tx,
    sql`select
      (select count(*)::int from batches where institution_id = ${institutionId}
        and id = any (${sql.param(values.batchIds)}::bigint[])) as batches,
      (select count(*)::int from classes where institution_id = ${institutionId}
        and id = any (${sql.param(values.classIds)}::bigint[])) as classes`,
  );
  if (found!.batches < values.batchIds.length) throw new ValidationError('batchIds', 'Choose from the list.');
  if (found!.classes < values.classIds.length) throw new ValidationError('classIds', 'Choose from the list.');
}
