import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { mergeEdit } from '#kernel/edit/edit.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { Board } from '../draft/board.ts';
import { changed } from '../draft/changed.ts';
import { countChange, lockDraft, type LockedTimetable, readDraft } from '../draft/lock-draft.ts';
import {
  EditSet,
  partsIn,
  partsText,
  refuseTwice,
  refuseUnknown,
  setForm,
  type AddSet,
  type Part,
} from './set-fields.ts';
import { asPlace, writePlaces } from '../placing/place-lesson.ts';
import { roomsFor } from '../draft/choose-rooms.ts';
import { clashesAt } from '../draft/clashes.ts';
import type { DraftLesson } from '../draft/draft.ts';

/** Adds lessons that several batches have together, or that are taught at the same time. Returns their name. */
export async function addSet(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  input: z.output<typeof AddSet>,
): Promise<string> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const setId = await insertSet(tx, timetable, input.name);
  const { name } = await writeSet(tx, timetable, setId, input);
  await finish(tx, actor, timetable, 'add', `added the lessons ${name} of ${timetable.name}`, { setId, ...input });
  return name;
}

/** Changes lessons. Where they lie stays if everybody who is now in them is free then. */
export async function editSet(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  setId: number,
  sent: z.output<typeof EditSet>,
): Promise<{ name: string; backInTray: number }> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const board = new Board(await readDraft(tx, [institutionId], timetableId));
  const set = board.sets.get(setId);
  if (!set) throw new NotFound('lessons');
  const current = setForm(board.draft, setId);
  const { input, touched } = await mergeEdit(tx, actor, {
    fields: EditSet,
    sent,
    current,
    words: { parts: (parts) => partsText(board, parts) },
    labels: { parts: 'Groups' },
    subject: { institutionId, actions: ['timetable.editLessons'] },
    isEntryOf: changed('setId', setId),
  });
  if (touched.size === 0) return { name: board.titleOf(set), backInTray: 0 };
  if (touched.has('name'))
    await tx.execute(
      sql`update lesson_sets set name = ${input.name} where (institution_id, id) = (${institutionId}, ${setId})`,
    );
  const { name, backInTray } = await writeSet(tx, timetable, setId, input);
  await finish(tx, actor, timetable, 'edit', `edited the lessons ${name} of ${timetable.name}`, {
    setId,
    touched: [...touched],
    ...input,
  });
  return { name, backInTray };
}

/** Checks and writes what a set consists of, and fits its lessons. Returns what it is called now. */
async function writeSet(
  tx: Tx,
  timetable: LockedTimetable,
  setId: number,
  { parts: rows, singles, doubles }: z.output<typeof AddSet>,
): Promise<{ name: string; backInTray: number }> {
  const { institutionId, id: timetableId } = timetable;
  const parts = partsIn(rows);
  refuseTwice(parts);
  if (singles + doubles === 0) throw new ValidationError('singles', 'Enter how many lessons a week.');
  await refuseUnknown(tx, timetable, parts);
  await writeParts(tx, institutionId, setId, parts);
  await fitLessons(tx, institutionId, timetableId, [
    { setId, length: 1, count: singles },
    { setId, length: 2, count: doubles },
  ]);
  const backInTray = await keepPlaces(tx, institutionId, timetableId, [setId]);
  const board = new Board(await readDraft(tx, [institutionId], timetableId));
  return { name: board.titleOf(board.sets.get(setId)!), backInTray };
}

async function finish(
  tx: Tx,
  actor: Actor,
  timetable: LockedTimetable,
  act: 'add' | 'edit' | 'remove',
  summary: string,
  details: Record<string, unknown>,
) {
  const { institutionId, id } = timetable;
  await record(tx, actor, `timetable.${act}Lessons`, {
    institutionId,
    summary,
    subject: { type: 'timetable', id },
    details,
  });
  await countChange(tx, timetable);
}

/** Removes lessons with all their places. */
export async function removeSet(tx: Tx, actor: Actor, timetableId: number, setId: number): Promise<string> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const board = new Board(await readDraft(tx, [institutionId], timetableId));
  const set = board.sets.get(setId);
  if (!set) throw new NotFound('lessons');
  const name = board.titleOf(set);
  await tx.execute(sql`delete from lesson_sets where (institution_id, id) = (${institutionId}, ${setId})`);
  await finish(tx, actor, timetable, 'remove', `removed the lessons ${name} from ${timetable.name}`, { set });
  return name;
}

async function insertSet(tx: Tx, { institutionId, id }: LockedTimetable, name: string | null): Promise<number> {
  const [row] = await query<{ id: number }>(tx)`
    insert into lesson_sets (institution_id, timetable_id, name) values (${institutionId}, ${id}, ${name}) returning id::bigint as id`;
  return row!.id;
}

/** Replaces the parts; positions tell which is which, so that those that stay keep their id. */
async function writeParts(tx: Tx, institutionId: number, setId: number, parts: Part[]): Promise<void> {
  const rows = parts.map((part, at) => ({ ...part, position: at + 1 }));
  const m = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as m (position int, "roomId" bigint, "roomKind" text, courses jsonb, "teacherIds" jsonb)`;
  const own = sql`p.institution_id = ${institutionId} and p.set_id = ${setId}`;
  await tx.execute(sql`delete from lesson_parts p where ${own} and p.position > ${parts.length}`);
  await tx.execute(sql`
    insert into lesson_parts (institution_id, set_id, position, room_id, room_kind)
    select ${institutionId}, ${setId}, m.position, m."roomId", m."roomKind" from ${m}
    on conflict (institution_id, set_id, position) do update set room_id = excluded.room_id, room_kind = excluded.room_kind`);
  for (const table of [sql`part_courses`, sql`part_teachers`])
    await tx.execute(sql`delete from ${table} x using lesson_parts p where ${own}
      and (x.institution_id, x.part_id) = (p.institution_id, p.id)`);
  await tx.execute(sql`
    with c as (insert into part_courses (institution_id, part_id, batch_id, course_id)
      select p.institution_id, p.id, x."batchId", x."courseId" from ${m} join lesson_parts p on ${own} and p.position = m.position
      cross join lateral jsonb_to_recordset(m.courses) as x ("batchId" bigint, "courseId" bigint))
    insert into part_teachers (institution_id, part_id, employee_id)
    select distinct p.institution_id, p.id, x::bigint from ${m} join lesson_parts p on ${own} and p.position = m.position
    cross join lateral jsonb_array_elements_text(m."teacherIds") x`);
}

/** So many lessons of a length. */
export interface LessonCount {
  setId: number;
  length: number;
  count: number;
}

/** Adds lessons to the tray, or takes away those that are too many: from the tray first, locked ones last. */
export async function fitLessons(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  wanted: readonly LessonCount[],
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("setId" bigint, length int, count int)`;
  await tx.execute(sql`
    delete from lessons where institution_id = ${institutionId} and id in (
      select n.id from (select l.id, w.count, row_number() over (partition by l.set_id, l.length
          order by l.weekday is null, l.is_locked desc, l.id) as at
        from lessons l join ${rows} on (w."setId", w.length) = (l.set_id, l.length)
        where l.institution_id = ${institutionId} and l.timetable_id = ${timetableId}) n where n.at > n.count)`);
  await tx.execute(sql`
    insert into lessons (institution_id, timetable_id, set_id, length)
    select ${institutionId}, ${timetableId}, w."setId", w.length from ${rows}
    cross join lateral generate_series(1, w.count - (select count(*) from lessons l
      where (l.institution_id, l.timetable_id, l.set_id, l.length) = (${institutionId}, ${timetableId}, w."setId", w.length))::int)
    order by w."setId", w.length`);
}

/**
 * After sets or bells have changed: books again what their lessons take where they lie, and puts back into the tray what
 * cannot lie there any more. Returns how many those are. All sets unless some are named.
 */
export async function keepPlaces(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  setIds?: readonly number[],
): Promise<number> {
  const board = new Board(await readDraft(tx, [institutionId], timetableId));
  const concerned = [...board.lessons.values()].filter(
    ({ setId, weekday }) => weekday !== null && (setIds === undefined || setIds.includes(setId)),
  );
  for (const lesson of concerned) board.move(inTray(lesson));
  const places: DraftLesson[] = [];
  for (const lesson of concerned) {
    const [weekday, period] = [lesson.weekday!, lesson.period!];
    const isPossible = !clashesAt(board, lesson, weekday, period).some(({ isHard }) => isHard);
    const now = isPossible ? { ...lesson, rooms: roomsFor(board, lesson, weekday, period).rooms } : inTray(lesson);
    board.move(now);
    places.push(now);
  }
  await writePlaces(tx, institutionId, timetableId, places.map(asPlace));
  return places.filter(({ weekday }) => weekday === null).length;
}

const inTray = (lesson: DraftLesson): DraftLesson => ({ ...lesson, weekday: null, period: null, rooms: [] });
