import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { IconArrowBackUp } from '#ui/icons.tsx';
import type { VersionCan } from '../timetable.pages.ts';
import type { Version } from '../versions/versions.queries.ts';
import { Inspector } from './inspector.tsx';
import { SchoolTable } from './school-table.tsx';
import { targetAt, type Target } from './targets.ts';
import { useBoard } from './use-board.ts';
import { DayChoice, useShownDays } from './shown-days.tsx';
import { useHand } from './use-hand.ts';
import { WeekTable } from './week-table.tsx';
import classes from '../shared/board.module.css';
import { batchesOf, teachersOf, type Draft, type DraftLesson } from '../draft/draft.ts';
import { Continued, LessonCard, type View } from './lesson-card.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { Board } from '../draft/board.ts';
import { weekdayName } from '../timetable.ts';

const covers = ({ weekday, period, length }: DraftLesson, day: number, at: number) =>
  weekday === day && period !== null && period <= at && at < period + length;

/** The grid of a version with its tray: lessons are placed by drag, by keyboard and by touch. */
export function BoardView({ version, draft, can }: { version: Version; draft: Draft; can: VersionCan }) {
  const acts = useBoard(version.id, draft, version.revision, can.edit);
  const { board } = acts;
  const subject = useSubject(board, version.institutionId);
  const area = useRef<HTMLDivElement>(null);
  const isSchool = subject.view === 'school';
  const shown = useShownDays(board.draft.days);
  const hand = useHand(acts, area, isSchool, shown);
  const { view } = subject;
  const pick = can.edit ? hand.pick : undefined;
  const all = [...board.lessons.values()];
  const theirs = all.filter(subject.isTheirs);

  const cards = (lessons: DraftLesson[], period: number) =>
    lessons.map((lesson) =>
      lesson.period === period || isSchool ? (
        <LessonCard
          key={lesson.id}
          board={board}
          lesson={lesson}
          view={view}
          isPicked={lesson.id === hand.lesson?.id}
          onPick={pick}
          onDragEnd={hand.putDown}
        />
      ) : (
        <div key={lesson.id} className={cx(classes.continued, classes[`tone${lesson.setId % 6}`])}>
          <Continued board={board} lesson={lesson} view={view} />
        </div>
      ),
    );
  const cell = (weekday: number, period: number, lessons: DraftLesson[], isTargeted: boolean) => {
    const { lesson } = hand;
    if (!lesson || lesson.isLocked || !isTargeted) return cards(lessons, period);
    // The card in hand stays: taking it off the page would end its drag.
    const own = lessons.filter(({ id }) => id === lesson.id);
    const target = targetAt(board, lesson, weekday, period);
    return (
      <>
        {cards(own, period)}
        <TargetCell
          weekday={weekday}
          period={period}
          target={target}
          onLook={hand.look}
          onDrop={(to) => void hand.drop(to, weekday, period)}
        />
      </>
    );
  };

  return (
    <div ref={area} onKeyDown={hand.onKeyDown}>
      <div className={classes.bar}>
        <ChoiceField
          name="view"
          label="View by"
          options={subject.views}
          value={view}
          onChange={(event) => subject.setView(event.currentTarget.value as View)}
        />
        {!isSchool && (
          <ChoiceField
            name="subject"
            label={subject.label}
            options={subject.options}
            value={String(subject.id ?? '')}
            onChange={(event) => subject.choose(Number(event.currentTarget.value))}
          />
        )}
        {can.edit && (
          <div className={classes.push}>
            <Button icon={<IconArrowBackUp />} disabled={!acts.canUndo} onClick={() => void acts.undo()}>
              Undo
            </Button>
          </div>
        )}
      </div>
      <DayChoice {...shown} />
      <p role="status" className="visually-hidden">
        {acts.said}
      </p>
      <div className={cx(can.edit && classes.layout)}>
        {isSchool ? (
          <SchoolTable
            caption={version.name}
            days={shown.days}
            batches={board.draft.batches}
            lessonsOf={(batchId, weekday, period) =>
              all.filter((lesson) => covers(lesson, weekday, period) && subject.isOfBatch(lesson, batchId))
            }
            cell={(batchId, weekday, period, lessons) =>
              cell(weekday, period, lessons, hand.lesson !== null && subject.isOfBatch(hand.lesson, batchId))
            }
          />
        ) : (
          <WeekTable
            caption={`${subject.name}, ${version.name}`}
            days={shown.days}
            lessonsAt={(weekday, period) => theirs.filter((lesson) => covers(lesson, weekday, period))}
            cell={(weekday, period, lessons) => cell(weekday, period, lessons, true)}
          />
        )}
        {can.edit && (
          <div className={cx(classes.side, hand.lesson && classes.inHand)}>
            {hand.lesson && (
              <Inspector
                board={board}
                lesson={hand.lesson}
                target={hand.target}
                onCancel={hand.cancel}
                onUnplace={() => {
                  const { lesson } = hand;
                  hand.putDown(null);
                  void acts.unplace(lesson!, `${board.wordsOf(lesson!)} is back in the tray.`);
                }}
                onLock={(isLocked) => void acts.lock(hand.lesson!, isLocked)}
                onRoom={(...choice) => void acts.chooseRoom(hand.lesson!, ...choice)}
              />
            )}
            <Tray
              board={board}
              view={view}
              lessons={theirs.filter(({ weekday }) => weekday === null)}
              pickedId={hand.lesson?.id ?? null}
              onPick={pick}
              onDragEnd={hand.putDown}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** Whose week is on the grid: a view, and one of its batches, teachers or rooms. */
function useSubject(board: Board, institutionId: number) {
  const words = useTerms(institutionId);
  const [view, setView] = useState<View>('batch');
  const [chosen, setChosen] = useState<Partial<Record<View, number>>>({});
  const { batches, teachers, rooms } = board.draft;
  const rows = { batch: batches, teacher: teachers, room: rooms, school: [] }[view];
  const id = rows.find((row) => row.id === chosen[view])?.id ?? rows[0]?.id ?? null;
  const labels: Record<View, string> = { batch: words.batch, teacher: 'Teacher', room: 'Room', school: 'Whole school' };
  return {
    view,
    setView,
    id,
    choose: (next: number) => setChosen((now) => ({ ...now, [view]: next })),
    label: labels[view],
    views: Object.entries(labels).map(([value, label]) => ({ value, label })),
    options: rows.map((row) => ({ value: String(row.id), label: row.name })),
    name: rows.find((row) => row.id === id)?.name ?? labels.school,
    /** Whether a lesson is theirs. In the whole school all are. */
    isTheirs(lesson: DraftLesson): boolean {
      const set = board.sets.get(lesson.setId)!;
      if (view === 'school') return true;
      if (id === null) return false;
      if (view === 'batch') return set.parts.some(({ courses }) => courses.some(({ batchId }) => batchId === id));
      if (view === 'teacher') return teachersOf(set).includes(id);
      return lesson.rooms.some(({ roomId }) => roomId === id) || set.parts.some(({ roomId }) => roomId === id);
    },
    isOfBatch: (lesson: DraftLesson, batchId: number) => batchesOf(board.sets.get(lesson.setId)!).includes(batchId),
  };
}

interface CellProps {
  weekday: number;
  period: number;
  target: Target;
  onDrop: (target: Target) => void;
  onLook: (target: Target) => void;
}

/** Where the lesson in hand can go: the words stand on the cell before it is dropped. */
function TargetCell({ weekday, period, target, onDrop, onLook }: CellProps) {
  const isPossible = target.act === 'place' || target.act === 'swap';
  const more = target.clashes.map(({ words }) => words).filter((words) => words !== target.words);
  return (
    <button
      type="button"
      className={cx(
        classes.target,
        classes[target.act],
        target.act === 'place' && target.clashes.length > 0 && classes.unwished,
      )}
      aria-label={[`${weekdayName(weekday)}, period ${period}`, target.words, ...more].join('. ')}
      aria-disabled={!isPossible}
      data-target={`${weekday}-${period}`}
      onClick={() => onDrop(target)}
      onFocus={() => onLook(target)}
      onMouseEnter={() => onLook(target)}
      onDragEnter={() => onLook(target)}
      onDragOver={(event) => {
        if (isPossible) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(target);
      }}
    >
      {target.words}
    </button>
  );
}

interface TrayProps {
  board: Board;
  lessons: DraftLesson[];
  view: View;
  pickedId: number | null;
  onPick?: ((lesson: DraftLesson) => void) | undefined;
  onDragEnd: () => void;
}

/** Lessons without a place; the same ones are one card with their number. */
function Tray({ board, lessons, view, pickedId, onPick, onDragEnd }: TrayProps) {
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
