import { roomKinds } from '../timetable.ts';
import type { Board, Clash } from './board.ts';
import { periodsOf, type DraftLesson } from './draft.ts';

interface ChosenRooms {
  rooms: { partId: number; roomId: number }[];
  clashes: Clash[];
}

/** The room of each part at a place: the one it wants, or the smallest free one of the kind that has enough seats. */
export function roomsFor(
  board: Board,
  lesson: DraftLesson,
  weekday: number,
  period: number,
  leaving: readonly number[] = [],
): ChosenRooms {
  const set = board.sets.get(lesson.setId)!;
  const gone = new Set([lesson.id, ...leaving]);
  const span = periodsOf(period, lesson.length);
  const chosen: ChosenRooms = { rooms: [], clashes: [] };
  const inRoom = (roomId: number) =>
    span.flatMap((at) => board.at('room', roomId, weekday, at)).find((id) => !gone.has(id));
  const isShut = (roomId: number) => span.some((at) => board.isUnavailable('room', roomId, weekday, at) === 'never');
  const isChosen = (roomId: number) => chosen.rooms.some((one) => one.roomId === roomId);
  for (const part of set.parts) {
    if (part.roomId !== null) {
      const lessonId = inRoom(part.roomId);
      const name = board.names.room.get(part.roomId) ?? 'The room';
      if (lessonId !== undefined)
        chosen.clashes.push({
          kind: 'room',
          isHard: true,
          lessonId,
          words: `${name} is taken by ${board.wordsOf(board.lessons.get(lessonId)!)}.`,
        });
      else if (isChosen(part.roomId))
        chosen.clashes.push({ kind: 'room', isHard: true, words: `Two groups of this lesson want ${name}.` });
      else chosen.rooms.push({ partId: part.id, roomId: part.roomId });
      if (isShut(part.roomId))
        chosen.clashes.push({ kind: 'unavailable', isHard: true, words: `${name} is not available.` });
      continue;
    }
    // Where it was put by hand, or by the engine, it stays if it can.
    const had = lesson.rooms.find(({ partId }) => partId === part.id)?.roomId;
    const students = studentsOf(board, part.courses);
    const free = board.draft.rooms
      .filter(({ id, kind }) => (part.roomKind ? kind === part.roomKind : id === had))
      .filter(({ id }) => inRoom(id) === undefined && !isShut(id) && !isChosen(id))
      .toSorted((one, other) => fit(one, students, had) - fit(other, students, had) || one.id - other.id);
    const [best] = free;
    if (best) chosen.rooms.push({ partId: part.id, roomId: best.id });
    else if (part.roomKind)
      chosen.clashes.push({
        kind: 'room',
        isHard: true,
        words: `No room is free (${roomKinds[part.roomKind].toLowerCase()}).`,
      });
  }
  return chosen;
}

/** The smaller the better, of those with enough seats; the room it has before all others. */
function fit({ id, seats }: { id: number; seats: number | null }, students: number, had: number | undefined): number {
  if (id === had) return -1;
  if (seats === null) return 5000;
  return seats >= students ? seats : 10_000 + students - seats;
}

export const studentsOf = (board: Board, courses: { batchId: number }[]): number =>
  courses.reduce((sum, { batchId }) => sum + (board.draft.batches.find(({ id }) => id === batchId)?.students ?? 0), 0);
