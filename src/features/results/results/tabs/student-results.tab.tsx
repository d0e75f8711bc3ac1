import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { ordinal } from '#features/results/assessment/compute/positions.ts';
import { averageOf, gpaOf } from '../cards/card-texts.ts';
import { PastTerms } from './past-terms.tsx';
import classes from '../shared/corrections.module.css';
import { ResultHistory } from './result-history.tsx';
import { TermCurve } from './term-curve.tsx';
import type { PublishedRow, StudentResults } from '../publication/published.queries.ts';

/** The published results of a student, term by term. */
export default function StudentResultsTab({ results, past, history, isWithheld, canCorrect }: StudentResults) {
  const { href } = useAddress();
  if (isWithheld)
    return (
      <EmptyState title="Results withheld">
        Results are withheld because fees are unpaid. “Fees” shows how much to pay.
      </EmptyState>
    );
  if (results.length + past.length === 0)
    return <EmptyState title="No results yet">Results appear here once the school has published them.</EmptyState>;
  const isCollege = results.some(({ gpa }) => gpa !== null);
  const number = (key: 'average' | 'cumulative' | 'gpa' | 'cgpa', title: string): Column<PublishedRow> => ({
    key,
    title,
    numeric: true,
    align: 'end',
    render: (row) => (key === 'gpa' || key === 'cgpa' ? gpaOf(row[key], row.gpaForm) : averageOf(row[key])),
  });
  const position: Column<PublishedRow> = {
    key: 'position',
    title: 'Position',
    card: 'line',
    render: (row) => row.position && `${ordinal(row.position)} of ${row.positionOf}`,
  };
  const correct: Column<PublishedRow> = {
    key: 'correct',
    title: '',
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => <Link href={href(`/published-results/${row.id}/correction`)}>Correct</Link>,
  };
  const columns: Column<PublishedRow>[] = [
    {
      key: 'term',
      title: 'Term',
      primary: true,
      wraps: true,
      render: (row) => (
        <>
          {row.term}{' '}
          <Secondary>
            {row.session}, {row.batch}
          </Secondary>
        </>
      ),
    },
    ...(isCollege
      ? [number('gpa', 'GPA'), number('cgpa', 'CGPA')]
      : [number('average', 'Average'), number('cumulative', 'Cumulative')]),
    ...(isCollege && results.every((row) => row.position === null) ? [] : [position]),
    { key: 'passed', title: 'Passed', align: 'end', render: (row) => `${row.passed} of ${row.counted}` },
    {
      key: 'published',
      title: 'Published',
      card: 'line',
      render: (row) => (
        <>
          {row.isCorrected && <div className={classes.place}>Corrected on</div>}
          <DateText value={row.publishedAt} />
        </>
      ),
    },
    {
      key: 'card',
      title: '',
      align: 'end',
      card: 'aside',
      hideable: false,
      render: (row) => <Link href={href(`/published-results/${row.id}`)}>Report card</Link>,
    },
    ...(canCorrect ? [correct] : []),
  ];
  return (
    <>
      <TermCurve results={results} past={past} />
      {results.length > 0 && (
        <DataTable name="student-results" caption="Published results" columns={columns} rows={results} />
      )}
      <ResultHistory rows={history} />
      <PastTerms rows={past} />
    </>
  );
}
