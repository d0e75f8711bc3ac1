import { Button } from '#ui/button.tsx';
import { lengthText } from '../timetable.ts';
import type { Target } from './targets.ts';
import classes from '../shared/board.module.css';
import { placeText, type Board } from '../draft/board.ts';
import type { DraftLesson, DraftPart } from '../draft/draft.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { roomClashes } from '../draft/room-clashes.ts';

interface InspectorProps {
  board: Board;
  lesson: DraftLesson;
  /** The cell that is looked at. */
  target: Target | null;
  onCancel: () => void;
  onUnplace: () => void;
  onLock: (isLocked: boolean) => void;
  onRoom: (partId: number, roomId: number | null, was: number | null) => void;
}

/** The lesson in hand, and everything that the cell in view means for it. */
export function Inspector({ board, lesson, target, onCancel, onUnplace, onLock, onRoom }: InspectorProps) {
  const set = board.sets.get(lesson.setId)!;
  const { weekday, period, isLocked } = lesson;
  const people = set.parts.map(({ id, courses, teacherIds }) => ({
    id,
    words: [
      board.names.course.get(courses[0]?.courseId ?? 0),
      teacherIds.map((teacher) => board.names.teacher.get(teacher)).join(', ') || 'no teacher',
      board.names.room.get(lesson.rooms.find(({ partId }) => partId === id)?.roomId ?? 0),
    ]
      .filter(Boolean)
      .join(' · '),
  }));
  const words = target ? [target.words, ...target.clashes.map((clash) => clash.words)] : [];
  return (
    <section className={classes.panel} aria-label="Selected lesson">
      <h2>{board.wordsOf(lesson)}</h2>
      <p>
        {lengthText(lesson.length)}
        {weekday !== null && period !== null && `, ${placeText(weekday, period)}`}
      </p>
      <ul>
        {people.map(({ id, words: line }) => (
          <li key={id}>{line}</li>
        ))}
      </ul>
      {target ? (
        <ul>
          {[...new Set(words)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p>{isLocked ? 'Unlock it to move it.' : 'Choose a cell: tap it, or use the arrow keys and Enter.'}</p>
      )}
      {weekday !== null &&
        !isLocked &&
        board.draft.rooms.length > 0 &&
        set.parts.map((part) => (
          <RoomChoice
            key={part.id}
            board={board}
            lesson={lesson}
            part={part}
            label={set.parts.length > 1 ? `Room of ${board.names.course.get(part.courses[0]?.courseId ?? 0)}` : 'Room'}
            onChoose={onRoom}
          />
        ))}
      <div className={classes.acts}>
        {weekday !== null && (
          <>
            <Button small onClick={() => onLock(!isLocked)}>
              {isLocked ? 'Unlock' : 'Lock'}
            </Button>
            {!isLocked && (
              <Button small onClick={onUnplace}>
                Remove from grid
              </Button>
            )}
          </>
        )}
        <Button small tone="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

interface RoomChoiceProps {
  board: Board;
  lesson: DraftLesson;
  part: DraftPart;
  /** Beside those of other groups of the lesson. */
  label: string;
  onChoose: (partId: number, roomId: number | null, was: number | null) => void;
}

/** The room of a placed lesson: free ones first, and why the others can’t be chosen. */
function RoomChoice({ board, lesson, part, label, onChoose }: RoomChoiceProps) {
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
