import { money } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { SourceRow } from '#features/people/imports/engine/extra-rows.ts';
import { readRow, type RowRead, type StatementReading } from './read-row.ts';

interface StatementPreviewProps {
  /** The first rows of the file. */
  first: SourceRow[];
  currency: string;
  reading: StatementReading;
}

type Row = { number: number; read: RowRead };

/** The first rows of a statement as they will be stored with the columns chosen. */
export function StatementPreview({ first, currency, reading }: StatementPreviewProps) {
  if (first.length === 0) return null;
  const rows = first.map(({ number, cells }): Row => ({ number, read: readRow(cells, reading) }));
  return (
    <Card title="As it will be stored" flush>
      <DataTable
        name="statement-preview"
        caption="The first rows as they will be stored"
        columns={columnsFor(currency)}
        rows={rows}
        rowId={({ number }) => number}
        flush
      />
    </Card>
  );
}

const columnsFor = (currency: string): Column<Row>[] => [
  { key: 'row', title: 'Row', numeric: true, width: 64, render: ({ number }) => number },
  {
    key: 'day',
    title: 'Date',
    card: 'line',
    render: ({ read }) => (read && 'line' in read ? <DateText value={read.line.day} /> : ''),
  },
  {
    key: 'about',
    title: 'Narration',
    primary: true,
    wraps: true,
    render: ({ read }) => {
      if (read === null) return <Secondary>Not a transaction</Secondary>;
      if ('extra' in read) return <Secondary>{read.extra}: left out</Secondary>;
      return 'problem' in read ? read.problem : (read.line.narration ?? read.line.reference ?? '');
    },
  },
  {
    key: 'amount',
    title: 'Amount',
    card: 'aside',
    align: 'end',
    numeric: true,
    render: ({ read }) => (read && 'line' in read ? money(read.line.amount, currency) : ''),
  },
];
