import { cx } from '#ui/cx.ts';
import type { Board } from '../draft/board.ts';
import { batchesOf, type DraftLesson } from '../draft/draft.ts';
import { lengthText, weekdayName } from '../timetable.ts';
import classes from '../shared/board.module.css';

export type View = 'batch' | 'teacher' | 'room' | 'school';

interface LessonCardProps {
  board: Board;
  lesson: DraftLesson;
  view: View;
  isPicked: boolean;
  /** More of the same in the tray. */
  count?: number;
  /** Undefined where nothing can be moved. */
  onPick?: ((lesson: DraftLesson) => void) | undefined;
  onDragEnd?: () => void;
}

/** A lesson on the grid or in the tray: dragged, or picked by Enter or a tap. */
export function LessonCard({ board, lesson, view, isPicked, count = 1, onPick, onDragEnd }: LessonCardProps) {
  const { title, code, below } = lessonWords(board, lesson, view);
  const more = [
    lesson.weekday === null ? 'in the tray' : `${weekdayName(lesson.weekday)}, period ${lesson.period}`,
    lesson.isLocked ? 'locked' : '',
  ];
  const content = (
    <>
      <b className={classes.title}>
        <span className={classes.full}>{title}</span>
        <span className={classes.code} aria-hidden>
          {code}
        </span>
        {lesson.isLocked && <Lock />}
      </b>
      <span className={classes.below}>{below.join(' · ')}</span>
      {(lesson.length > 1 || count > 1) && (
        <span className={classes.marks}>
          {lesson.length > 1 && lesson.weekday === null && lengthText(lesson.length)}
          {count > 1 && <b>×{count}</b>}
        </span>
      )}
      {onPick && <span className="visually-hidden">, {more.filter(Boolean).join(', ')}</span>}
    </>
  );
  const look = cx(classes.lesson, isPicked && classes.picked, classes[`tone${lesson.setId % 6}`]);
  if (!onPick) return <div className={look}>{content}</div>;
  // Not a button: Firefox does not drag those.
  return (
    <div
      className={look}
      role="button"
      tabIndex={0}
      aria-pressed={isPicked}
      data-lesson={lesson.id}
      draggable={!lesson.isLocked}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', String(lesson.id));
        event.dataTransfer.effectAllowed = 'move';
        // Once the picture of what is dragged is taken: the grid changes now.
        setTimeout(() => onPick(lesson));
      }}
      onDragEnd={onDragEnd}
      onClick={() => onPick(lesson)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onPick(lesson);
      }}
    >
      {content}
    </div>
  );
}

/** The further periods of a double lesson. */
export function Continued({ board, lesson, view }: Pick<LessonCardProps, 'board' | 'lesson' | 'view'>) {
  const { title, code } = lessonWords(board, lesson, view);
  return (
    <>
      <span className={classes.full}>{title}, continued</span>
      <span className={classes.code} aria-hidden>
        {code} …
      </span>
    </>
  );
}

const Lock = () => (
  <svg className={classes.lock} viewBox="0 0 12 12" width="11" height="11" aria-hidden>
    <path d="M2.5 5.5h7v5h-7zM4 5.5V4a2 2 0 0 1 4 0v1.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
  </svg>
);

/** What a card says: the subject, and what the view does not say already. */
function lessonWords(board: Board, lesson: DraftLesson, view: View) {
  const set = board.sets.get(lesson.setId)!;
  const nameOf = (of: 'batch' | 'room', ids: number[]) => ids.map((id) => board.names[of].get(id) ?? '—');
  const teachers = [...new Set(set.parts.flatMap(({ teacherIds }) => teacherIds))].map(
    (id) => board.draft.teachers.find((one) => one.id === id)?.short ?? '—',
  );
  const rooms = nameOf('room', [...new Set(lesson.rooms.map(({ roomId }) => roomId))]);
  const batches = nameOf('batch', batchesOf(set));
  const below = [
    ...(view === 'batch' ? [] : [batches.join(' + ')]),
    ...(view === 'teacher' || teachers.length === 0 ? [] : [teachers.join(', ')]),
    ...(view === 'room' || rooms.length === 0 ? [] : [rooms.join(', ')]),
  ];
  const code = [...new Set(set.parts.map(({ courses }) => board.names.short.get(courses[0]?.courseId ?? 0) ?? ''))];
  return { title: board.titleOf(set), code: code.join('/'), below: below.length ? below : ['No teacher'] };
}
