import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { Board } from '../draft/board.ts';
import { readDraft } from '../draft/draft.queries.ts';
import { countChange, lockDraft, type LockedTimetable } from '../draft/lock-draft.ts';
import { refuseTwice, refuseUnknown, type Part, type SaveSet } from './set-fields.ts';
import { setAsShown } from '../draft/as-shown.ts';
import { refuseNewer } from '../draft/refuse-newer.ts';
import { keepPlaces } from './keep-places.ts';
import { fitLessons } from './fit-lessons.ts';

/** Adds lessons, or changes them. Where they lie stays if everybody who is now in them is free then. */
export async function saveSet(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  setId: number | null,
  { shown, ...input }: z.output<typeof SaveSet>,
): Promise<{ name: string; backInTray: number }> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const parts = input.parts as Part[];
  refuseTwice(parts);
  if (input.singles + input.doubles === 0) throw new Refused('singles', 'Enter how many lessons a week.');
  await refuseUnknown(tx, timetable, parts);
  const ownId = setId === null ? await insertSet(tx, timetable, input.name) : setId;
  if (setId !== null) refuseNewer(shown, setAsShown(await readDraft(tx, [institutionId], timetableId), setId));
  if (setId !== null) await renameSet(tx, timetable, setId, input.name);
  await writeParts(tx, institutionId, ownId, parts);
  await fitLessons(tx, institutionId, timetableId, [
    { setId: ownId, length: 1, count: input.singles },
    { setId: ownId, length: 2, count: input.doubles },
  ]);
  const backInTray = await keepPlaces(tx, institutionId, timetableId, [ownId]);
  const board = new Board(await readDraft(tx, [institutionId], timetableId));
  const name = board.titleOf(board.sets.get(ownId)!);
  await record(tx, actor, setId === null ? 'timetable.addLessons' : 'timetable.editLessons', {
    institutionId,
    summary: `${setId === null ? 'added' : 'edited'} the lessons ${name} of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { setId: ownId, ...input },
  });
  await countChange(tx, timetable);
  return { name, backInTray };
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
  await record(tx, actor, 'timetable.removeLessons', {
    institutionId,
    summary: `removed the lessons ${name} from ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { set },
  });
  await countChange(tx, timetable);
  return name;
}

async function insertSet(tx: Tx, { institutionId, id }: LockedTimetable, name: string | null): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into lesson_sets (institution_id, timetable_id, name) values (${institutionId}, ${id}, ${name}) returning id::int as id`,
  );
  return row!.id;
}

async function renameSet(tx: Tx, { institutionId, id }: LockedTimetable, setId: number, name: string | null) {
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`update lesson_sets set name = ${name} where (institution_id, timetable_id, id) = (${institutionId}, ${id}, ${setId})
      returning id::int as id`,
  );
  if (rows.length === 0) throw new NotFound('lessons');
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
