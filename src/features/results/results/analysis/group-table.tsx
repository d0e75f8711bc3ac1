import { Link } from '#ui/link.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import type { Group, Grouping } from './figures.ts';
import classes from './analysis.module.css';
import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Secondary } from '#ui/text.tsx';
import type { FigureRows, OpenedMean, OpenedResult } from './analysis.queries.ts';
import type { AnalysisProps } from './analysis-view.ts';

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
export function GroupTable({ groups, by, words }: { groups: Group[]; by: Grouping; words: Terminology }) {
  const address = useAddress();
  const opening = useOpening();
  const names = { course: words.course, batch: words.batch, teacher: 'Teacher', gender: 'Gender' };
  return (
    <Card
      title={`By ${names[by].toLowerCase()}`}
      flush
      tour="groups"
      action={
        <ChoiceField
          name="by"
          label="Figures by"
          value={by}
          onChange={({ target }) => address.go({ by: target.value })}
          options={names}
        />
      }
    >
      <div className="scroll-x">
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

/** What opens rows; each figure sets its own and clears the others. */
export const closed = { rows: null, grade: null, outcome: null, extreme: null, point: null };

/** The address of the page with a figure's rows open. */
export function useOpening() {
  const { here } = useAddress();
  return (figure: Record<string, string>) => here({ ...closed, ...figure });
}

interface Props {
  opened: FigureRows;
  /** Whether a student's results can be opened, or the record alone. */
  canOpenResults: boolean;
  filter: AnalysisProps['filter'];
  words: Terminology;
}

/** The rows behind a figure: results, or students with their means. */
export function AnalysisRows({ opened, canOpenResults, filter, words }: Props) {
  const address = useAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  // A figure far below opens its rows up here.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [address.url]);
  const table = {
    caption: 'Rows of the figure',
    rowHref: ({ studentId }: { studentId: number }) =>
      address.href(`/students/${studentId}${canOpenResults ? '/results' : ''}`),
  };
  return (
    <section className={classes.opened}>
      <div className={classes.openedHead}>
        <h2 tabIndex={-1} ref={heading}>
          {headingOf(opened, filter)}
        </h2>
        <LinkButton small href={address.here(closed)}>
          Close
        </LinkButton>
      </div>
      {opened.rows.length === 0 ? (
        <p className="ink-2">Nobody here has such a result.</p>
      ) : opened.of === 'results' ? (
        <DataTable name="analysis-rows" columns={resultColumns(words)} rows={opened.rows} {...table} />
      ) : (
        <DataTable
          name="analysis-students"
          columns={studentColumns(words, opened.term)}
          rows={opened.rows}
          {...table}
        />
      )}
      {opened.more > 0 && (
        <p className="ink-2">{countOf(opened.more, 'more row')} not shown. Narrow the figures to see them.</p>
      )}
    </section>
  );
}

function headingOf(opened: FigureRows, { grade, outcome, extreme }: Props['filter']): string {
  const number = opened.rows.length + opened.more;
  if (opened.of === 'students') return `${countOf(number, 'student')}${opened.term ? ` in ${opened.term}` : ''}`;
  const what = [
    grade && `with grade ${grade}`,
    outcome && `that ${outcome}`,
    extreme && `with the ${extreme} total`,
  ].filter(Boolean);
  return [countOf(number, 'result'), what.join(', ')].filter(Boolean).join(' ');
}

type Common = Pick<OpenedResult, 'student' | 'number' | 'batch'>;
const common = (words: Terminology): Column<Common>[] => [
  {
    key: 'student',
    title: 'Student',
    primary: true,
    render: ({ student, number }) => (
      <>
        {student} <Secondary>{number}</Secondary>
      </>
    ),
  },
  { key: 'batch', title: words.batch, card: 'line', render: ({ batch }) => batch },
];

const resultColumns = (words: Terminology): Column<OpenedResult>[] => [
  ...common(words),
  { key: 'course', title: words.course, card: 'line', render: ({ course }) => course },
  figureColumn('total', 'Total', ({ total }) => total, { card: 'aside' }),
  { key: 'grade', title: 'Grade', card: 'aside', render: ({ grade }) => grade },
];

const studentColumns = (words: Terminology, term: string | null): Column<OpenedMean>[] => [
  ...common(words),
  figureColumn('mean', term ? 'Mean of that term' : 'Mean', ({ mean }) => mean, { card: 'aside' }),
  ...(term
    ? []
    : [
        {
          ...({ key: 'passed', title: 'Passed', numeric: true, align: 'end', card: 'line' } as const),
          render: ({ passed, results }: OpenedMean) => `${passed} of ${results}`,
        },
      ]),
];
