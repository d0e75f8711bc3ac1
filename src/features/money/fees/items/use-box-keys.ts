import { useEffect, type RefObject } from 'react';

const steps: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys go from box to box of a table; Space ticks, as everywhere. */
export function useBoxKeys(table: RefObject<HTMLTableElement | null>): void {
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
