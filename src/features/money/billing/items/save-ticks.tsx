import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { useUnsavedGuard } from '#ui/forms/use-unsaved-guard.ts';
import { countOf, money, listName } from '#ui/format.ts';
import classes from './items.module.css';
import type { Item, ItemRow } from './bill-items.ts';
import { Link } from '#ui/link.tsx';
import { cx } from '#ui/cx.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Badge } from '#ui/badge.tsx';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';

interface SaveProps {
  action: string;
  ticks: Ticks;
  currency: string;
  /** Added items of students who have the fee's invoice already. */
  late: { count: number; total: number };
  batch?: number;
}

/** Saves the ticks that changed, and bills those of students whose fee is billed if the user wants it. */
export function SaveTicks({ action, ticks, currency, late, batch }: SaveProps) {
  const { changes } = ticks;
  const isDirty = useRef(false);
  isDirty.current = changes.length > 0;
  useUnsavedGuard(isDirty);
  if (changes.length === 0) return null;
  const sent = (name: string, isOn: boolean) =>
    changes
      .filter((tick) => tick.isOn === isOn)
      .map(({ studentId, itemId }, at) => (
        <span key={`${studentId} ${itemId}`}>
          <input type="hidden" name={`${name}[${at}][student_id]`} value={studentId} />
          <input type="hidden" name={`${name}[${at}][item_id]`} value={itemId} />
        </span>
      ));
  return (
    <section className={classes.save} aria-label="Save changes">
      <EditForm
        action={action}
        submit={`Save ${countOf(changes.length, 'change')}`}
        guard={false}
        onSuccess={ticks.clear}
        aside={
          <Button tone="plain" onClick={ticks.clear}>
            Discard
          </Button>
        }
      >
        <div hidden>
          {sent('add', true)}
          {sent('remove', false)}
          {batch !== undefined && batch > 0 && <input type="hidden" name="batch" value={batch} />}
        </div>
        {late.count > 0 && (
          <CheckboxField
            name="bill_now"
            label={`Bill ${countOf(late.count, 'item')} now: ${money(late.total, currency)} before discounts`}
            help="This fee is billed already. Each item gets an invoice of its own. Otherwise bill them later under Changes since billing."
          />
        )}
      </EditForm>
    </section>
  );
}

interface Tick {
  studentId: number;
  itemId: number;
  isOn: boolean;
}

const keyOf = (studentId: number, itemId: number) => `${studentId} ${itemId}`;

/** Ticks that differ from what the page showed: only these are saved, so that a colleague's stay. */
export function useTicks(isSaved: (studentId: number, itemId: number) => boolean) {
  const [changes, setChanges] = useState<ReadonlyMap<string, Tick>>(new Map());
  const set = (ticks: Tick[]) => {
    const next = new Map(changes);
    for (const tick of ticks)
      if (tick.isOn === isSaved(tick.studentId, tick.itemId)) next.delete(keyOf(tick.studentId, tick.itemId));
      else next.set(keyOf(tick.studentId, tick.itemId), tick);
    setChanges(next);
  };
  return {
    isOn: (studentId: number, itemId: number) =>
      changes.get(keyOf(studentId, itemId))?.isOn ?? isSaved(studentId, itemId),
    isChanged: (studentId: number, itemId: number) => changes.has(keyOf(studentId, itemId)),
    set,
    clear: () => setChanges(new Map()),
    changes: [...changes.values()],
  };
}
export type Ticks = ReturnType<typeof useTicks>;

/** What was ticked for students who have the fee's invoice already. */
export function lateItems(
  { changes }: Ticks,
  items: Item[],
  isBilled: (studentId: number, itemId: number) => boolean,
): { count: number; total: number } {
  const late = changes.filter(({ isOn, studentId, itemId }) => isOn && isBilled(studentId, itemId));
  const total = late.reduce((sum, { itemId }) => sum + items.find(({ id }) => id === itemId)!.amount, 0);
  return { count: late.length, total };
}

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
