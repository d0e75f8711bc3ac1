import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { askThenPost, post } from '#ui/post.ts';
import type { CalendarDay } from './view/days.queries.ts';
import type { CalendarEntry } from './view/entries.queries.ts';
import { longDay, stateWords } from './shared/day-words.ts';
import { EntryLine } from './entry-line.tsx';
import classes from './entry.module.css';

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
          <LinkButton
            tone="primary"
            href={href('/calendar-entries/new', { day: day.day, institution_id: institutionId })}
          >
            Add to this day
          </LinkButton>
        )
      }
    >
      {day && (
        <div className={classes.stack}>
          <p className={classes.quiet}>{stateWords[day.state] || 'Outside the terms'}</p>
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
          ? 'It disappears from everybody’s calendar.'
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
