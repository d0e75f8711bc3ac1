import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import classes from './card.module.css';

interface CardProps {
  title?: ReactNode;
  action?: ReactNode;
  /** Without padding: for a table or a list inside. */
  flush?: boolean;
  /** Its `data-tour`, where a help tour explains it. */
  tour?: string;
  children: ReactNode;
}

/** A sheet on the page. */
export function Card({ title, action, flush, tour, children }: CardProps) {
  return (
    <section className={classes.card} data-tour={tour}>
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
