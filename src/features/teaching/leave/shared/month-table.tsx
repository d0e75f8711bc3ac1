import { monthName } from '#ui/format.ts';
import type { OwnMonth } from '../days/month.queries.ts';
import { staffKinds, staffMarks } from '../leave-kinds.ts';
import classes from './leave.module.css';

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
            {staffKinds.map((kind) => (
              <th key={kind} scope="col">
                {staffMarks[kind].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((row) => (
            <tr key={row.month}>
              <th scope="row">{monthName(row.month)}</th>
              {staffKinds.map((kind) => (
                <td key={kind}>{row[kind]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
