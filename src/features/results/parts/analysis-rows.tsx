import type { Words } from '#kernel/contracts/terminology.ts';
import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Secondary } from '#ui/text.tsx';
import type { AnalysisProps, AnalysisResult } from '../results.pages.ts';
import classes from './analysis.module.css';

interface Props {
  rows: AnalysisResult[];
  more: number;
  filter: AnalysisProps['filter'];
  words: Words;
}

/** The results behind a figure. */
export function AnalysisRows({ rows, more, filter, words }: Props) {
  const address = useAddress();
  const what = [
    filter.grade && `with grade ${filter.grade}`,
    filter.outcome === 'passed' && 'that passed',
    filter.outcome === 'failed' && 'that failed',
  ].filter(Boolean);
  const columns: Column<AnalysisResult>[] = [
    {
      ...{ key: 'student', title: 'Student', primary: true },
      render: (row) => (
        <>
          {row.student} <Secondary>{row.number}</Secondary>
        </>
      ),
    },
    { ...{ key: 'batch', title: words.batch, card: 'line' }, render: (row) => row.batch },
    { ...{ key: 'course', title: words.course, card: 'line' }, render: (row) => row.course },
    { ...{ key: 'total', title: 'Total', numeric: true, align: 'end' }, render: (row) => row.total },
    { ...{ key: 'grade', title: 'Grade', card: 'aside' }, render: (row) => row.grade },
  ];
  return (
    <section className={classes.opened}>
      <div className={classes.openedHead}>
        <h2>
          {countOf(rows.length + more, 'result')} {what.join(', ')}
        </h2>
        {what.length > 0 && (
          <LinkButton small href={address.here({ grade: null, outcome: null })}>
            Show all
          </LinkButton>
        )}
      </div>
      <DataTable
        name="analysis-rows"
        caption="Results"
        columns={columns}
        rows={rows}
        rowHref={({ studentId }) => address.href(`/students/${studentId}/results`)}
      />
      {more > 0 && (
        <p className={classes.note}>{countOf(more, 'more result')} not shown. Narrow the figures to see them.</p>
      )}
    </section>
  );
}
