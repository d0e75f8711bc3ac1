import { roomKinds } from '../timetable.ts';
import type { Board, Clash } from './board.ts';
import { studentsOf } from './choose-rooms.ts';
import { periodsOf, type DraftLesson } from './draft.ts';

/** What stands against a room for a part of a lesson, where the lesson lies. */
export function roomClashes(board: Board, lesson: DraftLesson, partId: number, roomId: number): Clash[] {
  const { weekday, period, length, setId } = lesson;
  const room = board.draft.rooms.find(({ id }) => id === roomId);
  const part = board.sets.get(setId)?.parts.find(({ id }) => id === partId);
  if (!room || !part || weekday === null || period === null) return [];
  const span = periodsOf(period, length);
  const clashes: Clash[] = [];
  const add = (isHard: boolean, words: string) => clashes.push({ kind: 'room', isHard, words });
  const there = span.flatMap((at) => board.at('room', roomId, weekday, at)).find((id) => id !== lesson.id);
  if (there !== undefined) add(true, `${room.name} is taken by ${board.wordsOf(board.lessons.get(there)!)}.`);
  if (lesson.rooms.some((one) => one.roomId === roomId && one.partId !== partId))
    add(true, `${room.name} is taken by another group of this lesson.`);
  if (span.some((at) => board.isUnavailable('room', roomId, weekday, at) === 'never'))
    add(true, `${room.name} is not available.`);
  const students = studentsOf(board, part.courses);
  if (room.seats !== null && room.seats < students)
    add(false, `${room.name} has ${room.seats} seats for ${students} students.`);
  if (part.roomKind && room.kind !== part.roomKind)
    add(false, `${room.name} is not a ${roomKinds[part.roomKind].toLowerCase()}.`);
  return clashes;
}

/** The rooms of a lesson once a part of it has another one, or none. */
export const withRoom = (rooms: DraftLesson['rooms'], partId: number, roomId: number | null): DraftLesson['rooms'] => [
  ...rooms.filter((one) => one.partId !== partId),
  ...(roomId === null ? [] : [{ partId, roomId }]),
];
