import { useEffect, useRef, useState } from 'react';

interface Order<Row extends { id: number }> {
  rows: Row[];
  onOrder: (ids: number[]) => Promise<boolean>;
  onSaved?: () => void;
}

/** The rows in the user's order, saved one order at a time; the last one is always saved. */
export function useOrder<Row extends { id: number }>({ rows, onOrder, onSaved }: Order<Row>) {
  /** Null for the server's order. */
  const [ids, setIds] = useState<number[] | null>(null);
  const isSaving = useRef(false);
  const wanted = useRef<number[] | null>(null);
  useEffect(() => {
    // Rows requested before the last change are in the old order.
    if (!isSaving.current) setIds((order) => (order && isInOrder(rows, order) ? null : order));
  }, [rows]);

  // The rows look as if all were done; leaving the page would break off what is still being saved.
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => isSaving.current && event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, []);

  const shown = ids ? ordered(rows, ids) : rows;

  async function save() {
    if (isSaving.current) return;
    isSaving.current = true;
    let isSaved = true;
    while (isSaved && wanted.current) {
      const next = wanted.current;
      wanted.current = null;
      isSaved = await onOrder(next);
    }
    wanted.current = null;
    isSaving.current = false;
    if (isSaved) onSaved?.();
    else setIds(null);
  }

  return {
    rows: shown,
    move(from: number, to: number) {
      const next = shown.map(({ id }) => id);
      next.splice(to, 0, ...next.splice(from, 1));
      setIds(next);
      wanted.current = next;
      void save();
    },
  };
}

/** Ignores rows added or removed meanwhile. */
function isInOrder(rows: { id: number }[], ids: number[]): boolean {
  const there = new Set(rows.map(({ id }) => id));
  const known = ids.filter((id) => there.has(id));
  return rows.filter(({ id }) => ids.includes(id)).every(({ id }, at) => id === known[at]);
}

/** Rows added meanwhile come last. */
function ordered<Row extends { id: number }>(rows: Row[], ids: number[]): Row[] {
  const place = new Map(ids.map((id, at) => [id, at]));
  const placeOf = ({ id }: Row) => place.get(id) ?? ids.length;
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
}
