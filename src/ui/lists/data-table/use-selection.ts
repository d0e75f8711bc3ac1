import { useRef } from 'react';
import type { Id } from './columns.ts';

/** Selection of rows: one, a range with Shift, or all. */
export function useSelection(
  ids: Id[],
  selection: { selected: ReadonlySet<Id>; onChange: (next: Set<Id>) => void } | undefined,
) {
  const last = useRef<Id | null>(null);
  if (!selection) return null;
  const { selected, onChange } = selection;
  const ticked = ids.filter((id) => selected.has(id)).length;
  // 4.12: ticked exactly when all rows are; no rows, no tick
  const all = ids.length > 0 && ticked === ids.length;
  const put = (which: Id[], on: boolean) => {
    const next = new Set(selected);
    for (const id of which)
      if (on) next.add(id);
      else next.delete(id);
    onChange(next);
  };
  const toggle = (id: Id, range = false) => {
    const on = !selected.has(id);
    const [a, b] = [ids.indexOf(last.current ?? id), ids.indexOf(id)];
    put(range && a >= 0 ? ids.slice(Math.min(a, b), Math.max(a, b) + 1) : [id], on);
    last.current = id;
  };
  return {
    all,
    some: ticked > 0 && !all,
    has: (id: Id) => selected.has(id),
    toggle,
    // 4.7: checks or unchecks every row; unchecking also clears rows that are not shown
    toggleAll: () => (all ? onChange(new Set()) : put(ids, true)),
  };
}

export type SelectionState = NonNullable<ReturnType<typeof useSelection>>;
