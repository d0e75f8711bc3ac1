import type { Id } from './columns.ts';
import type { SelectionState } from './use-selection.ts';

/** Ticked exactly when all rows are, indeterminate when some are (4.7, 4.12). */
export function AllBox({ ticks, label, inputId }: { ticks: SelectionState; label?: string; inputId?: string }) {
  return (
    <input
      type="checkbox"
      id={inputId}
      data-tour="select-all"
      aria-label={label}
      checked={ticks.all}
      ref={(input) => {
        if (input) input.indeterminate = ticks.some;
      }}
      onChange={ticks.toggleAll}
    />
  );
}

/** The checkbox of a row; Shift ticks the rows from the last one pressed. */
export function RowBox({
  ticks,
  id,
  label,
  inputId,
}: {
  ticks: SelectionState;
  id: Id;
  label: string;
  inputId?: string;
}) {
  return (
    <input
      type="checkbox"
      id={inputId}
      aria-label={`Select ${label}`}
      checked={ticks.has(id)}
      onChange={(event) => ticks.toggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  );
}
