import type { ReactNode } from 'react';
import type { Column } from '#ui/data-table.tsx';

/** The last column of a list: what may be done with its row. */
export const actionsColumn = <Row,>(render: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  card: 'aside',
  hideable: false,
  width: 56,
  tour: 'row-actions',
  render,
});
