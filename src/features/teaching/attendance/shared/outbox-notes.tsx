import { useState } from 'react';
import { addDays, formatTime } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { countOf, dateText } from '#ui/format.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { DeviceState, RegisterDevice } from '../device/register-device.ts';
import type { Entry, Problem } from '../device/outbox.ts';
import classes from './outbox-notes.module.css';
import { markKinds, sittingName } from '../mark-kinds.ts';
import type { Mark } from '../marks/mark.ts';
import { WEEKDAY_NAMES } from '#ui/plain/constants.ts';

interface OutboxNotesProps {
  device: RegisterDevice;
  entries: readonly Entry[];
  codes?: readonly Code[];
  state: DeviceState;
}

/** What waits on the device, and what the person is asked before it can be sent. */
export function OutboxNotes({ device, entries, codes = [], ...props }: OutboxNotesProps) {
  const { isSending, isAway, isSignedOut } = props.state;
  // What is on its way to a server within reach is no news.
  const waiting = isSending && !isAway ? [] : entries.filter(({ state }) => state === 'waiting');
  return (
    <div className={classes.notes} role="status">
      {waiting.length > 0 && (
        <div className={classes.note}>
          <p>
            <b>{isSending ? 'Sending…' : 'Waiting to be sent'}</b>{' '}
            {isSignedOut
              ? 'You’re signed out. Sign in again on this device; nothing is lost.'
              : 'Saved on this device. It will be sent automatically when you’re online.'}
          </p>
          <ul>
            {waiting.map((entry) => (
              <li key={entry.id}>
                {entry.label}: {countOf(entry.marks.length, 'mark')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {entries
        .filter(({ state }) => state !== 'waiting')
        .map((entry) =>
          entry.state === 'asking' ? (
            <Questions key={entry.id} device={device} entry={entry} codes={codes} />
          ) : (
            <Refusal key={entry.id} device={device} entry={entry} />
          ),
        )}
    </div>
  );
}

interface OfEntry {
  device: RegisterDevice;
  entry: Entry;
}

/** Two people have marked the same student: both marks are shown, and the later person decides. */
function Questions({ device, entry, codes }: OfEntry & { codes: readonly Code[] }) {
  const problemOf = (studentId: number) => entry.problems?.find((one) => one.studentId === studentId);
  return (
    <section className={classes.asking} aria-label={`Needs your decision: ${entry.label}`}>
      <h2>Needs your decision: {entry.label}</h2>
      <ul>
        {entry.marks.map(({ studentId, name, mark }) => {
          const problem = problemOf(studentId);
          if (!problem) return null;
          return (
            <li key={studentId}>
              <p>
                <b>{name}</b> {problem.message}
                {problem.current !== undefined && (
                  <>
                    {' '}
                    There: <b>{markLabel(problem.current, codes)}</b>. Yours: <b>{markLabel(mark, codes)}</b>.
                  </>
                )}
              </p>
              <Answers problem={problem} onAnswer={(whose) => void device.decide(entry.id, studentId, whose)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Answers({ problem, onAnswer }: { problem: Problem; onAnswer(whose: 'mine' | 'theirs'): void }) {
  if (problem.current === undefined)
    return (
      <Button small onClick={() => onAnswer('theirs')}>
        Leave it out
      </Button>
    );
  return (
    <span className={classes.answers}>
      <Button small onClick={() => onAnswer('theirs')}>
        Keep theirs
      </Button>
      <Button small tone="primary" onClick={() => onAnswer('mine')}>
        Use mine
      </Button>
    </span>
  );
}

/** The server refuses the whole register, and says why: another day is chosen, or it is given up. */
function Refusal({ device, entry }: OfEntry) {
  const [isAsking, setAsking] = useState(false);
  const days = entry.field === 'clock' ? [addDays(entry.onDate, -1), entry.onDate, addDays(entry.onDate, 1)] : [];
  const again = (onDate: string) =>
    void device.sendAgain(entry.id, {
      onDate,
      isDayConfirmed: true,
      label: entry.label.replace(dateText(entry.onDate), dateText(onDate)),
    });
  return (
    <section className={classes.asking} aria-label={`Not sent: ${entry.label}`}>
      <h2>Not sent: {entry.label}</h2>
      <p>{entry.message}</p>
      <p className={classes.answers}>
        {days.map((day) => (
          <Button key={day} small onClick={() => again(day)}>
            {dateText(day)}
          </Button>
        ))}
        {days.length === 0 && (
          <Button small onClick={() => void device.sendAgain(entry.id, {})}>
            Try again
          </Button>
        )}
        <Button small tone="bad" onClick={() => (isAsking ? void device.discard(entry.id) : setAsking(true))}>
          {isAsking ? `Discard ${countOf(entry.marks.length, 'mark')} permanently` : 'Discard'}
        </Button>
      </p>
    </section>
  );
}

/** 'Late, 10 min; left 12:30 pm; has a cough' */
export function markLabel(mark: Mark | null, codes: readonly Code[] = []): string {
  if (!mark) return 'Not marked';
  const name = codes.find(({ id }) => id === mark.codeId)?.label ?? markKinds[mark.kind].label;
  const parts = [mark.minutes === null ? name : `${name}, ${mark.minutes}\u00a0min`];
  if (mark.leftAt) parts.push(`left ${formatTime(mark.leftAt)}`);
  if (mark.remark) parts.push(mark.remark);
  return parts.join('; ');
}

/** 'JSS 1 A, 26 Nov 2026, morning' */
export const registerLabel = (batch: string, course: string | null, onDate: string, sitting: number): string =>
  `${[batch, course].filter(Boolean).join(', ')}, ${dateText(onDate)}, ${sittingName(sitting).toLowerCase()}`;

/** 'Thursday, 26 Nov 2026' */
export const longDayLabel = (day: string): string => `${WEEKDAY_NAMES[new Date(day).getUTCDay()]}, ${dateText(day)}`;
