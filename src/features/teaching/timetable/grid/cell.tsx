import { cx } from '#ui/cx.ts';
import type { Target } from './targets.ts';
import { weekdayName } from '../timetable.ts';
import classes from '../shared/board.module.css';

interface CellProps {
  weekday: number;
  period: number;
  target: Target;
  onDrop: (target: Target) => void;
  onLook: (target: Target) => void;
}

/** Where the lesson in hand can go: the words stand on the cell before it is dropped. */
export function TargetCell({ weekday, period, target, onDrop, onLook }: CellProps) {
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
