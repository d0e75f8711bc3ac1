import { monthName } from '#ui/format.ts';
import type { OwnMonth } from '../days/month.queries.ts';
import { staffMarks, type StaffMark } from '../leave-kinds.ts';
import classes from './leave.module.css';

const kinds = Object.keys(staffMarks) as StaffMark[];

/** Attendance by month. */
export function MonthTable({ months }: { months: OwnMonth[] }) {
  if (months.length === 0) return <p className="ink-2">Nothing was marked in the daily register yet.</p>;
  return (
    <div className="scroll-x">
      <table className={classes.table}>
        <caption className="visually-hidden">Days by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {staffMarks[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((row) => (
            <tr key={row.month}>
              <th scope="row">{monthName(row.month)}</th>
              {kinds.map((kind) => (
                <td key={kind}>{row[kind]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
