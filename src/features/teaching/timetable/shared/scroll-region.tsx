import type { ReactNode } from 'react';
import classes from './board.module.css';

/** A wide table that scrolls sideways, by keyboard as well. */
export const ScrollRegion = ({ label, tour, children }: { label: string; tour?: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={classes.scroll} tabIndex={0} role="region" aria-label={label} data-tour={tour}>
    {children}
  </div>
);

/** A cell of a table in which nothing can be. */
export const NoCell = ({ className, words = 'Nothing' }: { className?: string; words?: string }) => (
  <td className={className}>
    <span className="visually-hidden">{words}</span>
  </td>
);
