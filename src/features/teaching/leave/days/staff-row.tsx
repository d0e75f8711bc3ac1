import { Badge } from '#ui/badge.tsx';
import type { StaffDayRow } from './take-staff-register.ts';
import { leaveHalves, staffMarks, type StaffMark } from '../leave-kinds.ts';
import classes from './staff-row.module.css';

export interface StaffEntry {
  kind: StaffMark;
  /** '07:45', or nothing. */
  arrivedAt: string;
  note: string;
}

interface StaffRowProps {
  row: StaffDayRow;
  entry: StaffEntry;
  canTake: boolean;
  onChange: (entry: StaffEntry) => void;
}

const kinds = Object.keys(staffMarks) as StaffMark[];
const comes = (kind: StaffMark) => kind !== 'absent' && kind !== 'leave';

/** One employee in the register of a day. */
export function StaffRow({ row, entry, canTake, onChange }: StaffRowProps) {
  return (
    <li className={classes.row} data-kind={entry.kind}>
      <div className={classes.who}>
        <b>{row.name}</b>
        <small>{[row.jobTitle, row.department].filter(Boolean).join(' · ')}</small>
        {row.leave && (
          <Badge tone="info">
            {row.leave}
            {row.half && `, ${leaveHalves[row.half].toLowerCase()}`}
          </Badge>
        )}
      </div>
      <fieldset className={classes.marks} disabled={!canTake}>
        <legend className="visually-hidden">{row.name}</legend>
        {kinds.map((kind) => (
          <label key={kind} data-mark={kind}>
            <input
              type="radio"
              name={`mark-${row.employeeId}`}
              checked={entry.kind === kind}
              onChange={() => onChange({ ...entry, kind, arrivedAt: comes(kind) ? entry.arrivedAt : '' })}
            />
            <span>{staffMarks[kind]}</span>
          </label>
        ))}
      </fieldset>
      <div className={classes.more}>
        {comes(entry.kind) && (
          <input
            type="time"
            aria-label={`Arrival of ${row.name}`}
            value={entry.arrivedAt}
            disabled={!canTake}
            onChange={(event) => onChange({ ...entry, arrivedAt: event.target.value })}
          />
        )}
        {entry.kind !== 'present' && (
          <input
            aria-label={`Note on ${row.name}`}
            placeholder="Note"
            maxLength={200}
            value={entry.note}
            disabled={!canTake}
            onChange={(event) => onChange({ ...entry, note: event.target.value })}
          />
        )}
      </div>
    </li>
  );
}
