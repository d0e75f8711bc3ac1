import type { ReactNode } from 'react';
import type { Column } from '#ui/lists/data-table.tsx';

/** The last column of a list, with a menu of actions. */
export const actionsColumn = <Row,>(render: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  card: 'aside',
  hideable: false,
  width: 56,
  tour: 'row-actions',
  render,
});
