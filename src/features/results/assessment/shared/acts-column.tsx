import type { Column } from '#ui/lists/data-table.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';

/** The last column of a table on a card, without a heading: what can be done with a row. */
export const actsColumn = <Row,>(nameOf: (row: Row) => string, items: (row: Row) => MenuItem[]): Column<Row> => ({
  key: 'acts',
  title: '',
  align: 'end',
  card: 'aside',
  hideable: false,
  render: (row) => <Menu label={`Actions for ${nameOf(row)}`} items={items(row)} />,
});
