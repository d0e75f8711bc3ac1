import { useEffect, useRef } from 'react';
import type { Words } from '#kernel/contracts/terminology.ts';
import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Secondary } from '#ui/text.tsx';
import type { Opened, OpenedMean, OpenedResult } from './opened-rows.ts';
import { closed } from './opening.ts';
import classes from './analysis.module.css';
import type { AnalysisProps } from './analysis-view.ts';

interface Props {
  opened: Opened;
  /** Whether a student's results can be opened, or the record alone. */
  canOpenResults: boolean;
  filter: AnalysisProps['filter'];
  words: Words;
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
        <p className={classes.note}>Nobody here has such a result.</p>
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
        <p className={classes.note}>{countOf(opened.more, 'more row')} not shown. Narrow the figures to see them.</p>
      )}
    </section>
  );
}

function headingOf(opened: Opened, { grade, outcome, extreme }: Props['filter']): string {
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
const common = (words: Words): Column<Common>[] => [
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

const resultColumns = (words: Words): Column<OpenedResult>[] => [
  ...common(words),
  { key: 'course', title: words.course, card: 'line', render: ({ course }) => course },
  { key: 'total', title: 'Total', numeric: true, align: 'end', card: 'aside', render: ({ total }) => total },
  { key: 'grade', title: 'Grade', card: 'aside', render: ({ grade }) => grade },
];

const studentColumns = (words: Words, term: string | null): Column<OpenedMean>[] => [
  ...common(words),
  {
    key: 'mean',
    title: term ? 'Mean of that term' : 'Mean',
    numeric: true,
    align: 'end',
    card: 'aside',
    render: ({ mean }) => mean,
  },
  ...(term
    ? []
    : [
        {
          ...({ key: 'passed', title: 'Passed', numeric: true, align: 'end', card: 'line' } as const),
          render: ({ passed, results }: OpenedMean) => `${passed} of ${results}`,
        },
      ]),
];
