import { Link } from '#ui/link.tsx';
import { cx } from '#ui/cx.ts';
import { listName, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Badge } from '#ui/badge.tsx';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import type { Item, ItemRow } from './items.queries.ts';
import type { Ticks } from './use-ticks.ts';
import classes from './items.module.css';

interface CellProps {
  row: Pick<ItemRow, 'id' | 'surname' | 'firstName' | 'middleName' | 'isBilled' | 'billed'>;
  item: Item;
  ticks: Ticks;
  currency: string;
  isFixed: boolean;
  /** Shows the item's name; in the grid its column does, except on a phone. */
  isNamed?: boolean;
}

/** A tick, or the invoice that bills it. */
export function ItemCell({ row, item, ticks, currency, isFixed, isNamed = false }: CellProps) {
  const { href } = useAddress();
  const billed = row.billed.find(({ particularId }) => particularId === item.id);
  const label = <span className={cx(!isNamed && classes.label)}>{item.name}</span>;
  if (billed)
    return (
      <span className={classes.cell}>
        {label}
        <Badge tone="good">Billed</Badge>
        <Link href={href(`/invoices/${billed.invoiceId}`)}>{invoiceNumber(billed.number)}</Link>
      </span>
    );
  const isOn = ticks.isOn(row.id, item.id);
  return (
    <label className={classes.cell}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={isFixed}
        aria-label={`${item.name} for ${listName(row)}`}
        onChange={() => ticks.set([{ studentId: row.id, itemId: item.id, isOn: !isOn }])}
      />
      {label}
      {row.isBilled && isOn && !ticks.isChanged(row.id, item.id) && (
        <Badge tone="gold">Not billed: {money(item.amount, currency)}</Badge>
      )}
    </label>
  );
}
