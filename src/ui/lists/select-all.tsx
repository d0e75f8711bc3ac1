import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { count } from '../format.ts';
import classes from './select-all.module.css';

interface SelectAllProps {
  /** The checkbox label: 'Select all recipients'. */
  label: string;
  /** A list with a checkbox in each row; disabled ones are ignored. */
  children: ReactNode;
}

/** A checkbox that ticks or unticks every row of a plain list (4.7), ticked exactly when all rows are (4.12). */
export function SelectAll({ label, children }: SelectAllProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const isTicking = useRef(false);
  const [{ ticked, all }, setState] = useState({ ticked: 0, all: 0 });
  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled') ?? [])];
  const look = () => {
    const now = boxes();
    const next = { ticked: now.filter((box) => box.checked).length, all: now.length };
    setState((before) => (before.ticked === next.ticked && before.all === next.all ? before : next));
  };
  // Rows can change, and a form can be reset.
  useEffect(look);
  const toggle = (event: FormEvent<HTMLInputElement>) => {
    const on = event.currentTarget.checked;
    isTicking.current = true;
    // A click, so that listeners are notified.
    for (const box of boxes()) if (box.checked !== on) box.click();
    isTicking.current = false;
    look();
  };
  return (
    <div className={classes.selectAll}>
      <div className={classes.head}>
        <label htmlFor={id}>
          <input
            type="checkbox"
            id={id}
            checked={all > 0 && ticked === all}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < all;
            }}
            onChange={toggle}
          />
          {label}
        </label>
        <span role="status" className={classes.count}>
          {count(ticked)} of {count(all)} selected
        </span>
      </div>
      <div ref={list} onChange={() => isTicking.current || look()}>
        {children}
      </div>
    </div>
  );
}
