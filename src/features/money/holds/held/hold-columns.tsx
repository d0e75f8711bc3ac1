import { Badge } from '#ui/badge.tsx';
import { countOf, listName, money } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { HeldRow } from './holds.list.ts';
import { withheldInWords } from '../holds.ts';

interface HoldColumns {
  currencyOf: (id?: number) => string;
  /** The institutions in which the actor lifts holds. */
  mayLift: number[];
  batch: string;
  href: (path: string) => string;
}

/** The columns of held students. */
export const holdColumns = ({ currencyOf, mayLift, batch, href }: HoldColumns): Column<HeldRow>[] => [
  {
    key: 'name',
    title: 'Student',
    primary: true,
    render: (row) => (
      <>
        {listName(row)} <Secondary>{row.admissionNumber}</Secondary>
      </>
    ),
  },
  { key: 'batch', title: batch, card: 'line', render: (row) => row.batch },
  {
    key: 'withheld',
    title: 'Withheld',
    card: 'line',
    wraps: true,
    render: (row) => (
      <>
        {row.remaining.length > 0 && withheldInWords(row.remaining)}{' '}
        {row.lift && (
          <Badge tone="gold">
            {row.remaining.length > 0 ? withheldInWords(row.lift.lifts) : 'All'} lifted until{' '}
            <DateText value={row.lift.until} />
          </Badge>
        )}
      </>
    ),
  },
  {
    key: 'since',
    title: 'Overdue since',
    numeric: true,
    render: (row) =>
      row.since && (
        <>
          <DateText value={row.since} /> <Secondary>{countOf(row.daysOverdue ?? 0, 'day')}</Secondary>
        </>
      ),
  },
  {
    key: 'overdue',
    title: 'Overdue',
    hidden: true,
    numeric: true,
    align: 'end',
    render: (row) => money(row.overdue, currencyOf(row.institutionId)),
  },
  {
    key: 'owed',
    title: 'Owed',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => money(row.owed, currencyOf(row.institutionId)),
  },
  {
    key: 'toPay',
    title: 'To pay',
    numeric: true,
    align: 'end',
    render: (row) => money(row.toPay, currencyOf(row.institutionId)),
  },
  ...(mayLift.length > 0
    ? [
        {
          key: 'actions',
          title: 'Actions',
          align: 'end' as const,
          hideable: false,
          tour: 'hold-lift',
          render: (row: HeldRow) =>
            mayLift.includes(row.institutionId) && (
              <Menu
                label={`Actions for ${listName(row)}`}
                items={[
                  {
                    label: row.lift ? 'Change lift' : 'Lift hold',
                    href: href(`/students/${row.id}/lift-hold`),
                    modal: true,
                  },
                ]}
              />
            ),
        },
      ]
    : []),
];
