import { weekdayName } from '../../timetable.ts';
import classes from './engine.module.css';

interface TimesFieldProps {
  days: { weekday: number; periods: number }[];
  times: readonly (readonly [number, number])[];
}

/** The periods of the week, each with a box. */
export function TimesField({ days, times }: TimesFieldProps) {
  const most = Math.max(0, ...days.map(({ periods }) => periods));
  const chosen = new Set(times.map(([weekday, period]) => `${weekday}-${period}`));
  return (
    <fieldset>
      <legend>Periods</legend>
      <div className={classes.scroll}>
        <table className={classes.times}>
          <thead>
            <tr>
              <th scope="col">Period</th>
              {days.map(({ weekday }) => (
                <th key={weekday} scope="col">
                  {weekdayName(weekday).slice(0, 3)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: most }, (_, at) => at + 1).map((period) => (
              <tr key={period}>
                <th scope="row">{period}</th>
                {days.map(({ weekday, periods }) => (
                  <td key={weekday}>
                    {period <= periods && (
                      <label>
                        <input
                          type="checkbox"
                          name="times[]"
                          value={`${weekday}-${period}`}
                          defaultChecked={chosen.has(`${weekday}-${period}`)}
                          aria-label={`${weekdayName(weekday)}, period ${period}`}
                        />
                      </label>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  );
}
