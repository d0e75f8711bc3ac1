import { type ReactNode, useLayoutEffect, useRef, useState, useEffect } from 'react';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../icons.tsx';
import { useDrag } from './use-drag.ts';
import classes from './sort-list.module.css';

interface SortListProps<Row extends { id: number }> {
  /** The accessible name of the list. */
  label: string;
  rows: Row[];
  nameOf: (row: Row) => string;
  /** Saves the order; false reverts it. Called one at a time, always with the last order. */
  onOrder: (ids: number[]) => Promise<boolean>;
  onSaved?: () => void;
  children: (row: Row) => ReactNode;
}

/** A sortable list: rows are dragged by their handle or moved with buttons, and moves are announced. */
export function SortList<Row extends { id: number }>(props: SortListProps<Row>) {
  const { label, nameOf, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const { rows, move } = useOrder(props);
  const [said, setSaid] = useState('');
  const pressed = useRef<{ id: number; step: number } | null>(null);
  const to = (from: number, target: number) => {
    if (from === target) return;
    move(from, target);
    setSaid(`${nameOf(rows[from]!)} is now ${target + 1} of ${rows.length}.`);
  };
  const { drag, shiftOf, handle } = useDrag(list, to);

  // The pressed button moves with its row and keeps the focus.
  useLayoutEffect(() => {
    const { id, step } = pressed.current ?? {};
    pressed.current = null;
    list.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-step="${step}"]`)?.focus();
  }, [rows]);

  const mover = (row: Row, at: number, step: -1 | 1) => {
    const isAtEnd = step < 0 ? at === 0 : at === rows.length - 1;
    return (
      <IconButton
        small
        label={`Move ${nameOf(row)} ${step < 0 ? 'up' : 'down'}`}
        data-step={step}
        aria-disabled={isAtEnd || undefined}
        onClick={() => {
          if (isAtEnd) return;
          pressed.current = { id: row.id, step };
          to(at, at + step);
        }}
      >
        {step < 0 ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
      </IconButton>
    );
  };
  return (
    <>
      <ol ref={list} data-tour="sorted" aria-label={label} className={cx(classes.list, drag && classes.dragging)}>
        {rows.map((row, at) => (
          <li
            key={row.id}
            data-row={row.id}
            className={cx(drag?.from === at && classes.lifted)}
            style={{ transform: shiftOf(at) }}
          >
            <span className={classes.handle} aria-hidden title="Drag to move" {...handle(at)}>
              <IconGripVertical size={16} />
            </span>
            <div className="grow">{children(row)}</div>
            <span className={classes.movers}>
              {mover(row, at, -1)}
              {mover(row, at, 1)}
            </span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

interface Order<Row extends { id: number }> {
  rows: Row[];
  onOrder: (ids: number[]) => Promise<boolean>;
  onSaved?: () => void;
}

/** The rows in the user's order, saved one order at a time; the last one is always saved. */
function useOrder<Row extends { id: number }>({ rows, onOrder, onSaved }: Order<Row>) {
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
