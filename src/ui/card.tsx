import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import classes from './card.module.css';

interface CardProps {
  title?: ReactNode;
  action?: ReactNode;
  /** Without padding: for a table or a list inside. */
  flush?: boolean;
  children: ReactNode;
}

/** A sheet on the page. */
export function Card({ title, action, flush, children }: CardProps) {
  return (
    <section className={classes.card}>
      {(title || action) && (
        <header className={classes.header}>
          <h2>{title}</h2>
          {action}
        </header>
      )}
      <div className={cx(!flush && classes.body)}>{children}</div>
    </section>
  );
}
