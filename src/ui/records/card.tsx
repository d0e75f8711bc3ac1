import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import classes from './card.module.css';

interface CardProps {
  title?: ReactNode;
  action?: ReactNode;
  /** No padding, for a table or list. */
  flush?: boolean;
  /** Its `data-tour` for help tours. */
  tour?: string;
  children: ReactNode;
}

/** A card with an optional title. */
export function Card({ title, action, flush, tour, children }: CardProps) {
  return (
    <section className={classes.card} data-tour={tour}>
      {(title || action) && (
        <header className={classes.header}>
          <h2>{title}</h2>
          {action}
        </header>
      )}
      <div className={cx(!flush && classes.body)} data-card>
        {children}
      </div>
    </section>
  );
}
