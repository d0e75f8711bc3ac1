import type { Column } from '#ui/lists/data-table.tsx';
import { listName } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import type { OfferingRow } from './offerings.queries.ts';

interface Shown {
  hasTerms: boolean;
  /** Schools weigh no subjects: a column of ones says nothing. */
  hasUnits: boolean;
}

export const batchColumns = (course: string, { hasTerms, hasUnits }: Shown): Column<OfferingRow>[] => [
  { key: 'title', title: course, primary: true, render: (row) => row.title },
  { key: 'code', title: 'Code', numeric: true, card: 'line', render: (row) => row.code },
  {
    key: 'teacher',
    title: 'Teacher',
    card: 'line',
    render: (row) =>
      row.surname ? listName({ surname: row.surname, firstName: row.firstName! }) : <Secondary>Not assigned</Secondary>,
  },
  ...(hasTerms
    ? [
        {
          key: 'term',
          title: 'Taught in',
          card: 'line' as const,
          render: (row: OfferingRow) => row.term ?? <Secondary>Every term</Secondary>,
        },
      ]
    : []),
  ...(hasUnits
    ? [{ key: 'units', title: 'Units', align: 'end' as const, render: (row: OfferingRow) => row.creditUnits }]
    : []),
  { key: 'group', title: 'Elective group', render: (row) => row.electiveGroup ?? <Secondary>Compulsory</Secondary> },
];
