import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { Board } from '../draft/board.ts';
import { countChange, lockDraft, readDraft } from '../draft/lock-draft.ts';
import { roomClashes, withRoom } from '../draft/room-clashes.ts';
import { asPlace, placed, refuseHard, type PlacementResult, writePlaces } from './place-lesson.ts';

/** With the room that was on the screen: a choice on an older picture is refused. */
export const ChooseRoom = z.object({
  lessonId: id,
  partId: id,
  roomId: emptyIsNull(id),
  wasRoomId: emptyIsNull(id),
});

/** Puts one placed lesson into another room, by hand; null: into none. The others of its set stay where they are. */
export async function chooseRoom(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  { lessonId, partId, roomId, wasRoomId }: z.output<typeof ChooseRoom>,
): Promise<PlacementResult> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const board = new Board(await readDraft(tx, [timetable.institutionId], timetableId));
  const lesson = placed(board, lessonId);
  if (!board.sets.get(lesson.setId)!.parts.some(({ id: one }) => one === partId)) throw new NotFound('lesson');
  if (roomId !== null && !board.names.room.has(roomId)) throw new NotFound('room');
  const has = lesson.rooms.find((one) => one.partId === partId)?.roomId ?? null;
  const name = (room: number | null) => (room === null ? 'no room' : board.names.room.get(room)!);
  if (has !== wasRoomId)
    throw new Conflict(
      `Someone else has given this lesson ${name(has)} in the meantime, so your choice was not saved.`,
    );
  const found = roomId === null ? [] : roomClashes(board, lesson, partId, roomId);
  refuseHard(found);
  const moved = { ...lesson, rooms: withRoom(lesson.rooms, partId, roomId) };
  await writePlaces(tx, timetable.institutionId, timetableId, [asPlace(moved)]);
  await record(tx, actor, 'timetable.chooseRoom', {
    institutionId: timetable.institutionId,
    summary: `assigned ${name(roomId)} to ${board.wordsOf(lesson)} in ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { lessonId, from: has, to: roomId },
  });
  return { revision: await countChange(tx, timetable), lessons: [moved], warnings: found.map(({ words }) => words) };
}
