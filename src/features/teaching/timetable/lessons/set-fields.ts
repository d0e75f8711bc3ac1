import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { choice, emptyIsNull, id, list, optionalLine } from '#kernel/schemas.ts';
import type { Board } from '../draft/board.ts';
import type { Draft } from '../draft/draft.ts';
import type { LockedTimetable } from '../draft/lock-draft.ts';
import { keyedRows } from '../keyed-rows.ts';
import { roomKinds } from '../timetable.ts';

/** 'batch-course'. */
const offered = z.string().regex(/^\d{1,16}-\d{1,16}$/, 'Choose from the list.');

const Part = z.object({
  courses: list(offered).pipe(z.array(z.string()).min(1, 'Choose a class and subject.').max(60, 'Choose at most 60.')),
  teacherIds: list(id).pipe(z.array(z.number()).max(10, 'Choose at most 10 teachers.')),
  roomId: emptyIsNull(id),
  roomKind: emptyIsNull(choice(roomKinds)),
});
export type Part = Omit<z.output<typeof Part>, 'courses'> & {
  key: string;
  courses: { batchId: number; courseId: number }[];
};

/** The groups of a form, with what is taught in each by its ids. */
export const partsIn = (rows: readonly (z.output<typeof Part> & { key: string })[]): Part[] =>
  rows.map((row) => ({
    ...row,
    courses: row.courses.map((text) => {
      const [batchId, courseId] = text.split('-').map(Number);
      return { batchId: batchId!, courseId: courseId! };
    }),
  }));

const howMany = z.coerce
  .number('Enter a number.')
  .int('Enter a whole number.')
  .min(0, 'Enter 0 or more.')
  .max(30, 'Enter up to 30 a week.');

/** Lessons that one or several groups have together. */
export const AddSet = z.object({
  name: optionalLine(80, 'Name'),
  singles: howMany,
  doubles: howMany,
  parts: keyedRows(Part, { most: 20, none: 'Add a group.', tooMany: 'A block can have up to 20 groups.' }),
});
export const EditSet = edits(AddSet);

/** A set as its form shows it. */
export function setForm({ sets, lessons }: Pick<Draft, 'sets' | 'lessons'>, setId: number) {
  const { name, parts } = sets.find(({ id: one }) => one === setId)!;
  const own = lessons.filter((lesson) => lesson.setId === setId);
  return {
    name,
    singles: own.filter(({ length }) => length === 1).length,
    doubles: own.filter(({ length }) => length === 2).length,
    parts: parts.map((part) => ({
      id: part.id,
      courses: part.courses.map(({ batchId, courseId }) => `${batchId}-${courseId}`),
      teacherIds: part.teacherIds,
      roomId: part.roomId,
      roomKind: part.roomKind,
    })),
  };
}

/** 'Mathematics, JSS 1 A; Ada Obi; Laboratory', a group on each line. */
export const partsText = ({ names }: Board, parts: unknown): string =>
  partsIn(parts as Parameters<typeof partsIn>[0])
    .map(({ courses, teacherIds, roomId, roomKind }) =>
      [
        courses.map((one) => `${names.course.get(one.courseId)}, ${names.batch.get(one.batchId)}`).join(' + '),
        teacherIds.map((id) => names.teacher.get(id)).join(', '),
        roomId === null ? roomKind && roomKinds[roomKind] : names.room.get(roomId),
      ]
        .filter(Boolean)
        .join('; '),
    )
    .join('\n');

/** Nobody is in two groups at once. */
export function refuseTwice(parts: Part[]): void {
  const seen = new Set<string>();
  for (const { key: row, courses, teacherIds } of parts)
    for (const [key, words] of [
      ...courses.map(
        ({ batchId, courseId }) => [`c ${batchId} ${courseId}`, 'This subject is in another group.'] as const,
      ),
      ...teacherIds.map((teacher) => [`t ${teacher}`, 'This teacher is in another group at the same time.'] as const),
    ]) {
      if (seen.has(key))
        throw new ValidationError(`parts.${row}.${key.startsWith('t') ? 'teacherIds' : 'courses'}`, words);
      seen.add(key);
    }
}

/** Courses are offered to batches of the session; teachers and rooms are there. */
export async function refuseUnknown(
  tx: Tx,
  { institutionId, sessionId }: LockedTimetable,
  parts: Part[],
): Promise<void> {
  const courses = parts.flatMap((part) => part.courses);
  const teachers = parts.flatMap(({ teacherIds }) => teacherIds);
  const rooms = parts.flatMap(({ roomId }) => roomId ?? []);
  const [row] = await query<{ courses: number; teachers: number; rooms: number }>(tx)`
    select (select count(*)::int from jsonb_to_recordset(${JSON.stringify(courses)}::jsonb) as m ("batchId" bigint, "courseId" bigint)
        join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (${institutionId}, m."batchId", m."courseId")
        join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id) and b.session_id = ${sessionId}) as courses,
      (select count(*)::int from employees where institution_id = ${institutionId} and left_on is null and merged_into_id is null
        and id = any (${sql.param(teachers)}::bigint[])) as teachers,
      (select count(*)::int from rooms where institution_id = ${institutionId} and retired_at is null
        and id = any (${sql.param(rooms)}::bigint[])) as rooms`;
  if (row!.courses < courses.length)
    throw new ValidationError(
      'parts',
      'One of the subjects is no longer offered to its class. Choose one from the list.',
    );
  if (row!.teachers < teachers.length)
    throw new ValidationError('parts', 'One of the teachers has left. Choose another one.');
  if (row!.rooms < new Set(rooms).size)
    throw new ValidationError('parts', 'One of the rooms is not in use. Choose another one.');
  for (const { key, roomId, roomKind } of parts)
    if (roomId !== null && roomKind !== null)
      throw new ValidationError(`parts.${key}.roomKind`, 'Choose a room or a kind of room, not both.');
}
