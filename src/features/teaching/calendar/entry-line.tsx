import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { entryKinds } from './entry-kinds.ts';
import type { CalendarEntry } from './view/entries.queries.ts';
import { audienceText, daysText, timesText } from './shared/day-words.ts';
import classes from './entry.module.css';

const ofKind = {
  event: classes.event,
  holiday: classes.holiday,
  half_day: classes.morning,
  school_day: classes.extra,
};

/** An entry with its kind, time and audience; `withDays` for a list of several days. */
export function EntryLine({ entry, withDays = false }: { entry: CalendarEntry; withDays?: boolean }) {
  const days = (withDays || entry.startsOn !== entry.endsOn) && daysText(entry.startsOn, entry.endsOn);
  return (
    <div className={cx(classes.entry, ofKind[entry.kind])}>
      <b>{entry.title}</b>
      {entry.isExpected && <Badge tone="info">Expected</Badge>}
      <small>
        {[entry.kind !== 'event' && entryKinds[entry.kind], days, timesText(entry), audienceText(entry)]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </div>
  );
}
