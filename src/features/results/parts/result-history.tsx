import { Badge } from '#ui/badge.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { averageOf } from '../cards/card-texts.ts';
import type { HistoryRow } from '../publication/history.queries.ts';
import classes from './corrections.module.css';

/** What was published before a correction, for staff: each result with why it came and who was in it. */
export function ResultHistory({ rows }: { rows: HistoryRow[] }) {
  const { href } = useAddress();
  if (rows.length === 0) return null;
  const columns: Column<HistoryRow>[] = [
    {
      ...{ key: 'term', title: 'Term', primary: true },
      render: (row) => (
        <>
          {row.term} <Secondary>{row.session}</Secondary>
        </>
      ),
    },
    {
      ...{ key: 'at', title: 'Published', card: 'line' },
      render: (row) => <DateTimeText value={row.publishedAt} institutionId={row.institutionId} />,
    },
    {
      ...{ key: 'figure', title: 'Average or CGPA', numeric: true, align: 'end' },
      render: (row) => averageOf(row.cgpa ?? row.average),
    },
    {
      ...{ key: 'why', title: 'Why', card: 'line' },
      render: (row) =>
        row.correctionId ? (
          <>
            <a href={href(`/result-corrections/${row.correctionId}`)}>Corrected</a>: {row.reason}{' '}
            <Secondary>
              {row.asker}, agreed by {row.decider}
            </Secondary>
          </>
        ) : (
          'First published'
        ),
    },
    {
      ...{ key: 'state', title: 'Status', card: 'aside' },
      render: (row) => <Badge tone={row.isCurrent ? 'good' : 'plain'}>{row.isCurrent ? 'Current' : 'Replaced'}</Badge>,
    },
  ];
  return (
    <section className={classes.section} aria-labelledby="result-history">
      <h2 id="result-history">Corrected results</h2>
      <DataTable name="result-history" caption="Corrected results" columns={columns} rows={rows} />
    </section>
  );
}
