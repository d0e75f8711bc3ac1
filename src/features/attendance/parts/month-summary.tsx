import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { MonthRegister } from '../months/month-register.ts';
import type { sexNames } from '../months/month-words.ts';
import classes from './month.module.css';

/** What the ministry asks for: attendances, average and percentage of boys, girls and all. */
export function MonthSummary({ register, names }: { register: MonthRegister; names: ReturnType<typeof sexNames> }) {
  const { figures, timesOpened, registersTaken } = register;
  return (
    <Card title="Summary" flush tour="month-summary">
      <p className={classes.opened}>
        {timesOpened !== null && `Times school opened: ${count(timesOpened)} · `}
        Registers taken: {count(registersTaken)}
      </p>
      {/* A part that scrolls is reached by the keyboard, whose arrows then scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.wide} tabIndex={0} role="region" aria-label="Summary, table">
        <table className={classes.summary}>
          <thead>
            <tr>
              <th scope="col">Students</th>
              <th scope="col">On roll</th>
              <th scope="col">Attendances</th>
              <th scope="col">Absences</th>
              <th scope="col">Late</th>
              <th scope="col">Average attendance</th>
              <th scope="col">Percentage</th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ sex, students, attendances, absences, late, average, percent }) => (
              <tr key={sex} className={sex === 'all' ? classes.all : undefined}>
                <th scope="row">{names[sex]}</th>
                <td>{count(students)}</td>
                <td>{count(attendances)}</td>
                <td>{count(absences)}</td>
                <td>{count(late)}</td>
                <td>{average ?? '—'}</td>
                <td>{percent === null ? '—' : `${percent}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
