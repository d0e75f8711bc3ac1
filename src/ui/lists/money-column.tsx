import type { Column } from './data-table/columns.ts';
import { Money } from '../text.tsx';

interface MoneyColumn<Row> extends Omit<Partial<Column<Row>>, 'title' | 'render'> {
  /** Of all rows; otherwise each says its own. */
  currency?: string;
}

type RowWith<Property extends string> = { [Key in Property]: number } & { currency?: string };

/** A column of the amounts, in minor units, that rows have as this property. */
export const moneyColumn = <Property extends string>(
  property: Property,
  title: string,
  { currency, ...more }: MoneyColumn<RowWith<Property>> = {},
): Column<RowWith<Property>> => ({
  key: property,
  title,
  numeric: true,
  align: 'end',
  render: (row) => <Money minor={row[property]} currency={currency ?? row.currency} />,
  ...more,
});
