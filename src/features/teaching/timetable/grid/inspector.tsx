import { Button } from '#ui/button.tsx';
import { lengthInWords } from '../timetable.ts';
import { placeInWords, type Board } from '../draft/board.ts';
import type { DraftLesson } from '../draft/draft.ts';
import { RoomChoice } from './room-choice.tsx';
import type { Target } from './targets.ts';
import classes from '../shared/board.module.css';

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
    <section className={classes.panel} aria-label="Lesson in hand">
      <h2>{board.wordsOf(lesson)}</h2>
      <p>
        {lengthInWords(lesson.length)}
        {weekday !== null && period !== null && `, ${placeInWords(weekday, period)}`}
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
