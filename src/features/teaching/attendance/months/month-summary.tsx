import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { MonthRegister } from './month-register.ts';
import type { sexNames } from './month-words.ts';
import classes from './month.module.css';

type Figures = MonthRegister['figures'][number];

const rows: Record<string, (figures: Figures) => string> = {
  'On roll': ({ students }) => count(students),
  Attendances: ({ attendances }) => count(attendances),
  Absences: ({ absences }) => count(absences),
  Late: ({ late }) => count(late),
  'Average attendance': ({ average }) => String(average ?? '—'),
  Percentage: ({ percent }) => (percent === null ? '—' : `${percent}%`),
};

/** What the ministry asks for: attendances, average and percentage of boys, girls and all. */
export function MonthSummary({ register, names }: { register: MonthRegister; names: ReturnType<typeof sexNames> }) {
  const { figures, timesOpened, registersTaken } = register;
  return (
    <Card title="Summary" flush tour="month-summary">
      <p className={classes.opened}>
        {timesOpened !== null && `Times school opened: ${count(timesOpened)} · `}
        Registers taken: {count(registersTaken)}
      </p>
      {/* Few columns and more rows: it fits a phone without scrolling. */}
      <table className={classes.summary}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Figure</span>
            </th>
            {figures.map(({ sex }) => (
              <th key={sex} scope="col">
                {names[sex]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(rows).map(([label, valueOf]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {figures.map((figure) => (
                <td key={figure.sex} className={figure.sex === 'all' ? classes.all : undefined}>
                  {valueOf(figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
