import type { Draft, DraftPart } from '../../draft/draft.ts';
import { roomKinds } from '../../timetable.ts';
import type { FetConstraint } from '../format/fet-problem.ts';
import { leaf } from '../format/write-xml.ts';
import { activityId } from './activity-id.ts';
import { constraint, slotList } from './constraint.ts';
import { isPlacedForGood, type Terms } from './terms.ts';

/** When rooms are shut, and where each lesson may be. */
export function roomConstraints({ draft, rooms, slots, unsaid }: Terms): FetConstraint[] {
  const sets = new Map(draft.sets.map((set) => [set.id, set]));
  const sizes = new Map(draft.batches.map(({ id, students }) => [id, students]));
  const shut = Map.groupBy(
    draft.unavailable.filter(({ of, degree }) => of === 'room' && degree === 'never'),
    ({ id }) => id,
  );
  const notAvailable = [...shut].flatMap(([id, rows]) => {
    const taken = slots.filter((slot) =>
      rows.some((row) => row.weekday === slot.weekday && row.period === slot.period),
    );
    return taken.length === 0 || !rooms.has(id)
      ? []
      : constraint('ConstraintRoomNotAvailableTimes', 100, [
          leaf('Room', rooms.get(id)!),
          ...slotList(taken, 'Not_Available_Time', '', 'Number_of_Not_Available_Times'),
        ]);
  });
  const inRooms = draft.lessons.flatMap((lesson) =>
    sets.get(lesson.setId)!.parts.flatMap((part, at) => {
      const id = activityId(lesson.id, at);
      const locked = isPlacedForGood(lesson) ? lesson.rooms.find(({ partId }) => partId === part.id) : undefined;
      const room = rooms.get(locked?.roomId ?? part.roomId ?? 0);
      if (room)
        return constraint('ConstraintActivityPreferredRoom', 100, [
          leaf('Activity_Id', id),
          leaf('Room', room),
          leaf('Permanently_Locked', locked !== undefined),
        ]);
      if (part.roomKind === null || isPlacedForGood(lesson)) return [];
      const choice = roomsOfKind(draft, part, sizes);
      if (choice.length === 0) {
        unsaid.add(`There is no room of the kind ${roomKinds[part.roomKind]}, so lessons that want one get none.`);
        return [];
      }
      return constraint('ConstraintActivityPreferredRooms', 100, [
        leaf('Activity_Id', id),
        leaf('Number_of_Preferred_Rooms', choice.length),
        ...choice.map((each) => leaf('Preferred_Room', rooms.get(each)!)),
      ]);
    }),
  );
  return [...notAvailable, ...inRooms];
}

/** Those with enough seats, or all of the kind if none has. */
function roomsOfKind({ rooms }: Draft, { roomKind, courses }: DraftPart, sizes: ReadonlyMap<number, number>): number[] {
  const wanted = [...new Set(courses.map(({ batchId }) => batchId))].reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
  const ofKind = rooms.filter(({ kind }) => kind === roomKind);
  const fitting = ofKind.filter(({ seats }) => seats === null || seats >= wanted);
  return (fitting.length > 0 ? fitting : ofKind).map(({ id }) => id);
}
