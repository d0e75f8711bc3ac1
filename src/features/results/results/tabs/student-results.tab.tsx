import { Link } from '#ui/link.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { EmptyState } from '#ui/states.tsx';
import classes from '../shared/corrections.module.css';
import { averageOf, gpaOf } from '../cards/card-texts.ts';
import type { PublishedRow, StudentResults } from '../publication/published.queries.ts';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { Card } from '#ui/records/card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { DateText, Secondary, DateTimeText } from '#ui/text.tsx';
import { ordinal } from '#features/results/assessment/compute/positions.ts';
import { Badge } from '#ui/badge.tsx';
import type { PastTermRow } from '../past/past-terms.queries.ts';
import type { HistoryRow } from '../publication/history.queries.ts';

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

const published = ({ id, term, session, average, gpa, gpaForm }: PublishedRow) => ({
  key: String(id),
  term,
  session,
  average: averageOf(average),
  gpa: gpaOf(gpa, gpaForm),
});

/** How a student did from term to term: the GPA at colleges, else the average. */
function TermCurve({ results, past }: Pick<StudentResults, 'results' | 'past'>) {
  const terms = [...results.map(published), ...past.map((row) => ({ ...row, key: `past ${row.id}` }))].toReversed();
  const isCollege = terms.some(({ gpa }) => gpa !== null);
  const points = terms.flatMap(({ key, term, session, average, gpa }) => {
    const shown = isCollege ? gpa : average;
    return shown === null
      ? []
      : [{ key, label: term.replace(/ (Term|Semester)$/, ''), below: session, value: Number(shown), shown }];
  });
  if (points.length < 2) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = isCollege
    ? [0, Math.max(...values) > 4 ? 5 : 4]
    : [Math.max(0, Math.floor(Math.min(...values) / 20) * 20 - 20), 100];
  return (
    <Card title={isCollege ? 'GPA over the semesters' : 'Average over the terms'}>
      <LineChart label={isCollege ? 'GPA' : 'Average'} points={points} low={low} high={high} />
    </Card>
  );
}

const columns: Column<PastTermRow>[] = [
  {
    key: 'term',
    title: 'Term',
    primary: true,
    render: (row) => (
      <>
        {row.term} <Secondary>{row.session}</Secondary>
      </>
    ),
  },
  { key: 'class', title: 'Class', card: 'line', render: (row) => row.className },
  figureColumn('figure', 'Average or GPA', (row) => row.gpa ?? row.average),
  {
    key: 'position',
    title: 'Position',
    card: 'line',
    render: (row) =>
      row.position && `${ordinal(row.position)}${row.positionOf === null ? '' : ` of ${row.positionOf}`}`,
  },
  { key: 'passed', title: 'Passed', align: 'end', render: (row) => `${row.passed} of ${row.counted}` },
  { key: 'origin', title: '', card: 'aside', render: () => <Badge>Imported</Badge> },
];

/** Terms of past years that came from a file. */
function PastTerms({ rows }: { rows: PastTermRow[] }) {
  if (rows.length === 0) return null;
  return <DataTable name="past-results" caption="Results of past years" columns={columns} rows={rows} />;
}

/** What was published before a correction, for staff: each result with why it came and who was in it. */
function ResultHistory({ rows }: { rows: HistoryRow[] }) {
  const { href } = useAddress();
  if (rows.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="result-history">
      <h2 id="result-history">Corrected results</h2>
      <ul className={classes.affected}>
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              {row.term} <Secondary>{row.session}</Secondary>{' '}
              <Badge tone={row.isCurrent ? 'good' : 'plain'}>{row.isCurrent ? 'Current' : 'Replaced'}</Badge>
              <div className={classes.place}>
                <DateTimeText value={row.publishedAt} institutionId={row.institutionId} />
              </div>
            </div>
            <div>
              {row.correctionId ? (
                <>
                  <a href={href(`/result-corrections/${row.correctionId}`)}>Corrected</a>: {row.reason}
                  <div className={classes.place}>
                    Requested by {row.asker}, approved by {row.decider}
                  </div>
                </>
              ) : (
                'First published'
              )}
              <div className={classes.place}>
                {row.cgpa ? `CGPA ${gpaOf(row.cgpa, row.gpaForm)}` : `Average ${averageOf(row.average) ?? '—'}`}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
