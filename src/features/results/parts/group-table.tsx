import { Link } from '@inertiajs/react';
import type { Words } from '#kernel/contracts/terminology.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import type { Group, Grouping } from '../analysis/figures.ts';
import classes from './analysis.module.css';

const param: Record<Grouping, string> = {
  ...{ course: 'course_id', batch: 'batch_id', teacher: 'employee_id', gender: 'gender' },
};

/** The figures of each course, batch, teacher or gender; each opens its own page of figures. */
export function GroupTable({ groups, by, words }: { groups: Group[]; by: Grouping; words: Words }) {
  const address = useAddress();
  const names = { course: words.course, batch: words.batch, teacher: 'Teacher', gender: 'Gender' };
  return (
    <Card
      title={`By ${names[by].toLowerCase()}`}
      flush
      tour="groups"
      action={
        <SelectField
          {...{ name: 'by', label: 'Figures by', placeholder: null, value: by }}
          onChange={({ target }) => address.go({ by: target.value })}
          options={Object.entries(names).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      <div className={classes.scroll}>
        <table className={classes.groups}>
          <thead>
            <tr>
              <th scope="col">{names[by]}</th>
              <th scope="col">Results</th>
              <th scope="col">Mean</th>
              <th scope="col">Median</th>
              <th scope="col">Highest</th>
              <th scope="col">Lowest</th>
              <th scope="col">Passed</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ key, label, results, mean, median, highest, lowest, passRate }) => (
              <tr key={key}>
                <th scope="row">
                  {key === null ? label : <Link href={address.here({ [param[by]]: String(key) })}>{label}</Link>}
                </th>
                {[results, mean, median, highest, lowest].map((value, at) => (
                  // The columns do not move.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={at}>{value}</td>
                ))}
                <td>
                  <span className={classes.rate} aria-hidden>
                    <span style={{ inlineSize: `${passRate}%` }} />
                  </span>
                  {passRate}%
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
