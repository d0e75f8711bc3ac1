import { Button, LinkButton, PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { askThenPost, post } from '#ui/post.ts';
import type { CalendarDay, CalendarEntry } from './view/calendar-page.queries.ts';
import { longDay, dayStateLabels, audienceText, daysText, timesText } from './shared/day-labels.ts';
import classes from './entry.module.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays } from '#kernel/dates.ts';
import { addMonths, mondayOf } from './view/period.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { entryKinds } from './entry-kinds.ts';

interface DayDialogProps {
  day: CalendarDay | null;
  entries: CalendarEntry[];
  institutionId: number;
  canEdit: boolean;
  onClose: () => void;
}

/** Everything on a day, and what an editor can do about it. */
export function DayDialog({ day, entries, institutionId, canEdit, onClose }: DayDialogProps) {
  const { href } = useAddress();
  return (
    <Dialog
      open={day !== null}
      onClose={onClose}
      title={day ? longDay(day.day) : ''}
      footer={
        canEdit &&
        day && (
          <PrimaryLink href={href('/calendar-entries/new', { day: day.day, institution_id: institutionId })}>
            Add to this day
          </PrimaryLink>
        )
      }
    >
      {day && (
        <div className={classes.stack}>
          <p className="ink-2">{dayStateLabels[day.state] || 'Outside the terms'}</p>
          {day.marks.map((mark) => (
            <p key={mark} className={classes.mark}>
              {mark}
            </p>
          ))}
          {entries.map((entry) => (
            <div key={entry.id}>
              <EntryLine entry={entry} />
              {entry.note && <p className={classes.note}>{entry.note}</p>}
              {canEdit && <EntryButtons entry={entry} onDone={onClose} />}
            </div>
          ))}
          {entries.length === 0 && <p>Nothing in the calendar.</p>}
        </div>
      )}
    </Dialog>
  );
}

function EntryButtons({ entry, onDone }: { entry: CalendarEntry; onDone: () => void }) {
  const { href } = useAddress();
  const at = `/calendar-entries/${entry.id}`;
  const remove = () => {
    onDone();
    void askThenPost(`${at}/delete`, {
      title: `Delete ${entry.title}?`,
      body:
        entry.kind === 'event'
          ? 'It’s removed from everyone’s calendar.'
          : 'The days go back to the school week, and “times school opened” changes.',
      action: 'Delete from calendar',
      tone: 'bad',
    });
  };
  return (
    <div className={classes.buttons}>
      <LinkButton small href={href(`${at}/edit`)} aria-label={`Edit ${entry.title}`}>
        Edit
      </LinkButton>
      {entry.isExpected && (
        <Button small onClick={() => post(`${at}/confirm`)} aria-label={`Confirm ${entry.title}`}>
          Confirm
        </Button>
      )}
      <Button small tone="plain" onClick={remove} aria-label={`Delete ${entry.title}`}>
        Delete
      </Button>
    </div>
  );
}

const moves: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  Home: mondayOf,
  End: (day) => addDays(mondayOf(day), 6),
};

/** One day of a calendar is in the tab order; keys move it, also onto other pages of the calendar. */
export function useDayKeys(day: string, isShown: (day: string) => boolean) {
  const address = useAddress();
  const grid = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(day);
  const [turnedTo, setTurnedTo] = useState(day);
  const isMoving = useRef(false);
  // Turned by a button, or by a key beyond the edge.
  if (turnedTo !== day) {
    setTurnedTo(day);
    setCurrent(day);
  }
  const shown = isShown(current) ? current : day;
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${shown}"]`)?.focus();
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const to = move(shown);
    isMoving.current = true;
    if (isShown(to)) setCurrent(to);
    else address.go({ day: to }, { replace: true });
  };
  return { current: shown, setCurrent, grid, onKeyDown };
}

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
