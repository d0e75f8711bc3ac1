import type { Board } from '../draft/board.ts';
import type { DraftLesson } from '../draft/draft.ts';
import { LessonCard, type View } from './lesson-card.tsx';
import classes from '../shared/board.module.css';

interface TrayProps {
  board: Board;
  lessons: DraftLesson[];
  view: View;
  pickedId: number | null;
  onPick?: ((lesson: DraftLesson) => void) | undefined;
  onDragEnd: () => void;
}

/** Lessons without a place; the same ones are one card with their number. */
export function Tray({ board, lessons, view, pickedId, onPick, onDragEnd }: TrayProps) {
  const groups = new Map<string, DraftLesson[]>();
  for (const lesson of lessons) {
    const key = `${lesson.setId} ${lesson.length}`;
    groups.set(key, [...(groups.get(key) ?? []), lesson]);
  }
  return (
    <section className={classes.panel} aria-label="Lessons without a place" data-tour="timetable-tray">
      <h2>To place: {lessons.length}</h2>
      {lessons.length === 0 && <p>All lessons have a place.</p>}
      <div className={classes.tray}>
        {[...groups.values()].map((same) => {
          const lesson = same.find(({ id }) => id === pickedId) ?? same[0]!;
          return (
            <LessonCard
              key={`${lesson.setId} ${lesson.length}`}
              board={board}
              lesson={lesson}
              view={view}
              onPick={onPick}
              onDragEnd={onDragEnd}
              count={same.length}
              isPicked={lesson.id === pickedId}
            />
          );
        })}
      </div>
    </section>
  );
}
