import { LineChart } from '#ui/charts/line-chart.tsx';
import { Card } from '#ui/records/card.tsx';
import { averageOf, gpaOf } from '../cards/card-texts.ts';
import type { PublishedRow, StudentResults } from '../publication/published.queries.ts';

const published = ({ id, term, session, average, gpa, gpaForm }: PublishedRow) => ({
  key: String(id),
  term,
  session,
  average: averageOf(average),
  gpa: gpaOf(gpa, gpaForm),
});

/** How a student did from term to term: the GPA at colleges, else the average. */
export function TermCurve({ results, past }: Pick<StudentResults, 'results' | 'past'>) {
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
