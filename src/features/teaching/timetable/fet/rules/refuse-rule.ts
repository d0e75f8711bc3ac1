import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { LockedTimetable } from '../../draft/lock-draft.ts';
import { isAboutSeveral, kindOf, type RuleKindName } from './rule-kinds.ts';

interface RuleFields extends Record<'teacherId' | 'batchId' | 'courseId' | 'setId' | 'number', number | null> {
  kind: RuleKindName;
  setIds: number[];
  times: unknown[];
}

/** What a kind needs, and whom it can be about. */
export function refuseMisfit(input: RuleFields): void {
  const { subjects, number, hasTimes } = kindOf(input.kind);
  const about = [
    ['batch', 'batchId'],
    ['teacher', 'teacherId'],
    ['course', 'courseId'],
    ['lesson', 'setId'],
  ] as const;
  const isOfSeveral = isAboutSeveral(input.kind);
  if (!isOfSeveral && input.setIds.length > 0)
    throw new ValidationError('setIds', 'This kind of rule is not about several lessons. Choose another one.');
  const named = about.filter(([, field]) => input[field] !== null);
  for (const [subject, field] of named)
    if (!subjects.includes(subject))
      throw new ValidationError(field, 'This kind of rule is not about that. Choose another one.');
  if (named.length > 1) throw new ValidationError(named[1]![1], 'A rule is about one of them. Leave the other empty.');
  if (isOfSeveral && input.setIds.length < 2) throw new ValidationError('setIds', 'Choose at least two of them.');
  if (named.length === 0 && !isOfSeveral && !subjects.includes('everybody')) {
    const [, field] = about.find(([subject]) => subjects.includes(subject))!;
    throw new ValidationError(field, 'Choose what the rule is about.');
  }
  if (number && (input.number === null || input.number < number.from || input.number > number.to))
    throw new ValidationError('number', `Enter a number from ${number.from} to ${number.to}.`);
  if (hasTimes && input.times.length === 0) throw new ValidationError('times', 'Choose at least one period.');
}

export async function refuseUnknown(
  tx: Tx,
  { institutionId, id: timetableId }: LockedTimetable,
  input: RuleFields,
): Promise<void> {
  const [row] = await query<Record<'teacherId' | 'batchId' | 'courseId' | 'setId', boolean>>(
    tx,
    sql`select exists (select from employees where (institution_id, id) = (${institutionId}, ${input.teacherId})) as "teacherId",
      exists (select from batches where (institution_id, id) = (${institutionId}, ${input.batchId})) as "batchId",
      exists (select from courses where (institution_id, id) = (${institutionId}, ${input.courseId})) as "courseId",
      exists (select from lesson_sets where (institution_id, timetable_id, id) = (${institutionId}, ${timetableId}, ${input.setId})) as "setId"`,
  );
  for (const field of ['teacherId', 'batchId', 'courseId', 'setId'] as const)
    if (input[field] !== null && !row![field]) throw new ValidationError(field, 'Choose one from the list.');
  const [sets] = await query<{ count: number }>(
    tx,
    sql`select count(*)::int as count from lesson_sets where (institution_id, timetable_id) = (${institutionId}, ${timetableId})
      and id = any (${sql.param(input.setIds)}::bigint[])`,
  );
  if (sets!.count < input.setIds.length)
    throw new ValidationError(
      kindOf(input.kind).subjects.includes('pair') ? 'nextSetId' : 'setIds',
      'Choose lessons from the list.',
    );
}
