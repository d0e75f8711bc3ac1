import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import classes from '../shared/board.module.css';
import type { DraftDay } from '../draft/draft.ts';
import { weekdayName } from '../timetable.ts';

export type ShownDays = ReturnType<typeof useShownDays>;

/** The days on the grid: all of the week, on a phone one. */
export function useShownDays(week: DraftDay[]) {
  const isNarrow = useMedia(NARROW);
  const [day, show] = useState(week[0]?.weekday);
  return { week, days: isNarrow ? week.filter(({ weekday }) => weekday === day) : week, isNarrow, day, show };
}

/** Chooses the day that a phone shows. */
export function DayChoice({ week, isNarrow, day, show }: ShownDays) {
  if (!isNarrow) return null;
  return (
    <div role="group" aria-label="Day" className={classes.days}>
      {week.map(({ weekday }) => (
        <Button key={weekday} aria-pressed={weekday === day} onClick={() => show(weekday)}>
          {weekdayName(weekday).slice(0, 3)}
        </Button>
      ))}
    </div>
  );
}
