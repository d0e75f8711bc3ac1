import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import type { Words } from '#kernel/contracts/terminology.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import type { Group, Grouping } from './figures.ts';
import { useOpening } from './opening.ts';
import classes from './analysis.module.css';

const param: Record<Grouping, string> = {
  course: 'course_id',
  batch: 'batch_id',
  teacher: 'employee_id',
  gender: 'gender',
};

/** The figures in their order, and the rows that each opens. */
const columns: [name: string, of: (group: Group) => string | number, rows: Record<string, string>][] = [
  ['Results', ({ results }) => results, { rows: 'results' }],
  ['Mean', ({ mean }) => mean, { rows: 'students' }],
  ['Median', ({ median }) => median, { rows: 'results' }],
  ['Highest', ({ highest }) => highest, { extreme: 'highest' }],
  ['Lowest', ({ lowest }) => lowest, { extreme: 'lowest' }],
];

/** The figures of each course, batch, teacher or gender; each opens its rows. */
export function GroupTable({ groups, by, words }: { groups: Group[]; by: Grouping; words: Words }) {
  const address = useAddress();
  const opening = useOpening();
  const names = { course: words.course, batch: words.batch, teacher: 'Teacher', gender: 'Gender' };
  return (
    <Card
      title={`By ${names[by].toLowerCase()}`}
      flush
      tour="groups"
      action={
        <SelectField
          name="by"
          label="Figures by"
          placeholder={null}
          value={by}
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
              {columns.map(([name]) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
              <th scope="col">Passed</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => {
              const { key, label, passRate } = group;
              const own = { [param[by]]: key === null ? 'none' : String(key) };
              const hasOwn = key !== null || by === 'teacher' || by === 'gender';
              const figure = (name: string, shown: ReactNode, rows: Record<string, string>) =>
                hasOwn ? (
                  <Link href={opening({ ...own, ...rows })} preserveScroll aria-label={`${label}: ${name}`}>
                    {shown}
                  </Link>
                ) : (
                  shown
                );
              return (
                <tr key={key}>
                  <th scope="row">
                    {hasOwn ? <Link href={opening({ ...own, rows: 'results' })}>{label}</Link> : label}
                  </th>
                  {columns.map(([name, of, rows]) => (
                    <td key={name}>{figure(`${name.toLowerCase()} ${of(group)}`, of(group), rows)}</td>
                  ))}
                  <td>
                    <span className={classes.rate} aria-hidden>
                      <span style={{ inlineSize: `${passRate}%` }} />
                    </span>
                    {figure(`${passRate}% passed`, `${passRate}%`, { outcome: 'passed' })}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
