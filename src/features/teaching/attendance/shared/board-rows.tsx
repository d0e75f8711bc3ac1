import { Link } from '#ui/link.tsx';
import { formatTimes } from '#kernel/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { sittingName } from '../mark-kinds.ts';
import type { BoardRow } from '../registers/own-registers.card.ts';
import classes from '../registers.module.css';

interface BoardRowsProps {
  rows: readonly BoardRow[];
  onDate: string;
  /** Registers with marks that are still on this device. */
  isWaiting?: (row: BoardRow) => boolean;
  hasTeachers?: boolean;
}

/** Registers of a day, each with its state; a press opens it. */
export function BoardRows({ rows, onDate, isWaiting, hasTeachers }: BoardRowsProps) {
  const { href } = useAddress();
  return (
    <ul className="divided">
      {rows.map((row) => (
        <li
          key={`${row.batchId} ${row.sitting} ${row.offeringId}`}
          className={classes.line}
          data-lesson={row.course !== null || undefined}
        >
          <Link
            className={classes.row}
            href={href(`/registers/${row.batchId}`, { date: onDate, sitting: row.sitting, offering: row.offeringId })}
          >
            <span className={classes.what}>
              <b>{[row.batch, row.course].filter(Boolean).join(' · ')}</b>
              <small>{aboutRow(row, hasTeachers)}</small>
            </span>
            <State row={row} isWaiting={isWaiting?.(row) ?? false} />
          </Link>
          <Link
            className={classes.month}
            href={href(`/registers/${row.batchId}/month`, {
              month: onDate.slice(0, 7),
              offering: row.offeringId,
              date: null,
              q: null,
              missing: null,
            })}
            aria-label={`Month of ${[row.batch, row.course].filter(Boolean).join(', ')}`}
          >
            Month
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** 'Period 3, 09:20–10:00 am · 32 students' */
function aboutRow({ sitting, startsAt, endsAt, students, teachers, course }: BoardRow, hasTeachers = false): string {
  const time = startsAt && endsAt && formatTimes(startsAt, endsAt);
  return [
    [sitting > 0 && sittingName(sitting), time].filter(Boolean).join(', '),
    countOf(students, 'student').replace(' ', '\u00a0'),
    hasTeachers && (teachers ?? (course ? 'no teacher' : 'no class teacher')),
  ]
    .filter(Boolean)
    .join('\u00a0· ');
}

function State({ row, isWaiting }: { row: BoardRow; isWaiting: boolean }) {
  if (isWaiting) return <Badge tone="gold">Waiting to be sent</Badge>;
  if (row.isUpcoming) return <Badge>Not begun</Badge>;
  if (!row.isTaken) return <Badge tone={row.isLate ? 'bad' : 'gold'}>{row.isLate ? 'Overdue' : 'Not taken'}</Badge>;
  return <Badge tone="good">{row.absent === 0 ? 'All present' : `${row.absent} absent`}</Badge>;
}
