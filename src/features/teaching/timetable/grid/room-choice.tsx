import { SelectField } from '#ui/forms/select-field.tsx';
import type { Board } from '../draft/board.ts';
import type { DraftLesson, DraftPart } from '../draft/draft.ts';
import { roomClashes } from '../draft/room-clashes.ts';

interface RoomChoiceProps {
  board: Board;
  lesson: DraftLesson;
  part: DraftPart;
  /** Beside those of other groups of the lesson. */
  label: string;
  onChoose: (partId: number, roomId: number | null, was: number | null) => void;
}

/** The room of a placed lesson: free ones first, and why the others can’t be chosen. */
export function RoomChoice({ board, lesson, part, label, onChoose }: RoomChoiceProps) {
  const was = lesson.rooms.find(({ partId }) => partId === part.id)?.roomId ?? null;
  const rooms = board.draft.rooms.map(({ id, name }) => {
    const against = roomClashes(board, lesson, part.id, id);
    return { id, name, isFree: !against.some(({ isHard }) => isHard), words: against[0]?.words };
  });
  const ordered = [...rooms.filter(({ isFree }) => isFree), ...rooms.filter(({ isFree }) => !isFree)];
  return (
    <SelectField
      name={`room-${part.id}`}
      label={label}
      placeholder="No room"
      options={ordered.map(({ id, name, isFree, words }) => ({
        value: String(id),
        label: words ? `${name} (${words.replace(/\.$/, '').replace(`${name} `, '')})` : name,
        disabled: !isFree && id !== was,
      }))}
      value={String(was ?? '')}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChoose(part.id, value === '' ? null : Number(value), was);
      }}
    />
  );
}
