import { useRef, useEffect, type RefObject } from 'react';
import { cx } from '#ui/cx.ts';
import { listName } from '#ui/format.ts';
import { Money, Secondary } from '#ui/text.tsx';
import type { Item, ItemRow } from './bill-items.ts';
import { type Ticks, ItemCell } from './save-ticks.tsx';
import classes from './items.module.css';

interface GridProps {
  rows: ItemRow[];
  items: Item[];
  ticks: Ticks;
  currency: string;
  /** Nothing can be changed any more. */
  isFixed: boolean;
}

/** Students by optional items, with a tick in each cell; a card for each student on a phone. */
export function ItemGrid({ rows, items, ticks, currency, isFixed }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  useBoxKeys(table);
  return (
    <table className={classes.grid} ref={table}>
      <thead>
        <tr>
          <th scope="col">Student</th>
          {items.map((item) => (
            <th key={item.id} scope="col">
              <TickAll rows={rows} item={item} ticks={ticks} isFixed={isFixed} />
              <Secondary>
                <Money minor={item.amount} currency={currency} />
              </Secondary>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {listName(row)} <Secondary>{row.admissionNumber}</Secondary>
            </th>
            {items.map((item) => (
              <td key={item.id} className={cx(ticks.isChanged(row.id, item.id) && classes.changed)}>
                <ItemCell row={row} item={item} ticks={ticks} currency={currency} isFixed={isFixed} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Ticks or clears a column; what is billed stays. */
function TickAll({ rows, item, ticks, isFixed }: Pick<GridProps, 'rows' | 'ticks' | 'isFixed'> & { item: Item }) {
  const free = rows.filter(({ billed }) => !billed.some(({ particularId }) => particularId === item.id));
  const on = free.filter(({ id }) => ticks.isOn(id, item.id)).length;
  const isAll = free.length > 0 && on === free.length;
  return (
    <label className={classes.cell}>
      <input
        type="checkbox"
        checked={isAll}
        disabled={isFixed || free.length === 0}
        aria-label={`${item.name} for all`}
        ref={(box) => {
          if (box) box.indeterminate = on > 0 && !isAll;
        }}
        onChange={() => ticks.set(free.map(({ id }) => ({ studentId: id, itemId: item.id, isOn: !isAll })))}
      />
      {item.name}
      <span className={classes.label}>for all</span>
    </label>
  );
}

const steps: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys go from box to box of a table; Space ticks, as everywhere. */
function useBoxKeys(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const element = table.current;
    element?.addEventListener('keydown', moveFocus);
    return () => element?.removeEventListener('keydown', moveFocus);
  }, [table]);
}

function moveFocus(event: KeyboardEvent): void {
  const step = steps[event.key];
  const cell = (event.target as HTMLElement).closest('td, th') as HTMLTableCellElement | null;
  if (!step || !cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const { rows } = event.currentTarget as HTMLTableElement;
  let row = (cell.parentElement as HTMLTableRowElement).rowIndex + step[0];
  let column = cell.cellIndex + step[1];
  // Cells that are billed have no box.
  for (; rows[row]?.cells[column]; row += step[0], column += step[1]) {
    const box = rows[row]!.cells[column]!.querySelector<HTMLInputElement>('input:not(:disabled)');
    if (!box) continue;
    event.preventDefault();
    box.focus();
    return;
  }
}
