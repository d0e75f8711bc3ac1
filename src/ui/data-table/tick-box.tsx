import type { Id } from './columns.ts';
import type { SelectionState } from './use-selection.ts';

/** Ticked exactly when all rows are, half-ticked when some are (4.7, 4.12). */
export function AllBox({ ticks, label }: { ticks: SelectionState; label?: string }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={ticks.all}
      ref={(input) => {
        if (input) input.indeterminate = ticks.some;
      }}
      onChange={ticks.toggleAll}
    />
  );
}

/** A row's own box; Shift ticks the rows between the last press and this one. */
export function RowBox({ ticks, id, label }: { ticks: SelectionState; id: Id; label: string }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${label}`}
      checked={ticks.has(id)}
      onChange={(event) => ticks.toggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  );
}
