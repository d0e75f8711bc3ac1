import { Badge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Secondary } from '#ui/text.tsx';
import { ordinal } from '#features/results/assessment/compute/positions.ts';
import type { PastTermRow } from '../past/past-terms.queries.ts';

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
  {
    key: 'figure',
    title: 'Average or GPA',
    numeric: true,
    align: 'end',
    render: (row) => row.gpa ?? row.average,
  },
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
export function PastTerms({ rows }: { rows: PastTermRow[] }) {
  if (rows.length === 0) return null;
  return <DataTable name="past-results" caption="Results of past years" columns={columns} rows={rows} />;
}
