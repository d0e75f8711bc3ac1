import { Badge } from '#ui/badge.tsx';
import { count, countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { ClearanceBatch, ClearanceStudent } from './clearance.queries.ts';

interface ClearanceTableProps {
  list: ClearanceBatch;
  /** Null for users who see no amounts. */
  currency: string | null;
}

/** One batch: who is cleared, and what the others owe. */
export function ClearanceTable({ list, currency }: ClearanceTableProps) {
  const { href } = useAddress();
  const { name, students } = list;
  const cleared = students.filter(({ isCleared }) => isCleared).length;
  return (
    <Card
      flush
      title={name}
      action={<Secondary>{`${count(cleared)} cleared, ${count(students.length - cleared)} held`}</Secondary>}
    >
      <DataTable
        name="clearance"
        caption={name}
        columns={currency === null ? clearance : [...clearance, ...debtIn(currency)]}
        rows={students}
        rowHref={(row) => href(`/students/${row.id}${currency === null ? '' : '/fees'}`)}
        flush
      />
    </Card>
  );
}

const clearance: Column<ClearanceStudent>[] = [
  {
    key: 'name',
    title: 'Student',
    primary: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{row.admissionNumber}</Secondary>
      </>
    ),
  },
  {
    key: 'state',
    title: 'Clearance',
    card: 'aside',
    hideable: false,
    render: (row) =>
      row.isCleared ? (
        <>
          <Badge tone="good">Cleared</Badge>{' '}
          {row.liftedUntil && (
            <Secondary>
              Lifted until <DateText value={row.liftedUntil} />
            </Secondary>
          )}
        </>
      ) : (
        <Badge tone="bad">Held</Badge>
      ),
  },
];

const debtIn = (currency: string): Column<ClearanceStudent>[] => [
  {
    key: 'owed',
    title: 'Owed',
    numeric: true,
    align: 'end',
    render: ({ debt }) => debt && debt.owed > 0 && money(debt.owed, currency),
  },
  {
    key: 'late',
    title: 'Overdue',
    numeric: true,
    align: 'end',
    render: ({ debt }) => debt && debt.daysOverdue !== null && countOf(debt.daysOverdue, 'day'),
  },
  {
    key: 'toPay',
    title: 'To pay',
    numeric: true,
    align: 'end',
    card: 'line',
    render: ({ isCleared, debt }) => debt && !isCleared && money(debt.toPay, currency),
  },
];
