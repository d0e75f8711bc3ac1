import { Link } from '#ui/link.tsx';
import { money } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { StatementRow } from '../statement/printed-statement.ts';

/** The lines of a student's account, the latest first. */
export function StatementTable({ rows, currency }: { rows: StatementRow[]; currency: string }) {
  const { href } = useAddress();
  const isNarrow = useMedia(NARROW);
  // On a phone there is room for one more amount than the balance.
  const moved: Column<StatementRow>[] = isNarrow
    ? [
        {
          key: 'moved',
          title: 'Amount',
          numeric: true,
          card: 'line',
          render: ({ amount }) => `${amount > 0 ? 'Charged' : 'Paid'} ${money(Math.abs(amount), currency)}`,
        },
      ]
    : [];
  return (
    <DataTable
      name="statement"
      caption="Statement"
      columns={[...columnsIn(currency, href), ...moved]}
      rows={rows}
      flush
    />
  );
}

const columnsIn = (currency: string, href: (path: string) => string): Column<StatementRow>[] => [
  { key: 'day', title: 'Date', numeric: true, card: 'line', render: (row) => <DateText value={row.day} /> },
  {
    key: 'words',
    title: 'Details',
    primary: true,
    wraps: true,
    render: (row) => (row.href ? <Link href={href(row.href)}>{row.words}</Link> : row.words),
  },
  { key: 'document', title: 'Document', numeric: true, hidden: true, render: (row) => row.document },
  {
    key: 'charged',
    title: 'Charged',
    numeric: true,
    align: 'end',
    render: (row) => row.amount > 0 && money(row.amount, currency),
  },
  {
    key: 'paid',
    title: 'Paid',
    numeric: true,
    align: 'end',
    render: (row) => row.amount < 0 && money(-row.amount, currency),
  },
  {
    key: 'balance',
    title: 'Balance',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) =>
      row.balance < 0 ? (
        <>
          {money(-row.balance, currency)} <Secondary>credit</Secondary>
        </>
      ) : (
        money(row.balance, currency)
      ),
  },
];
