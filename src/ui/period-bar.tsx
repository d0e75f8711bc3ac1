import type { ReactNode } from 'react';
import { LinkButton } from './button.tsx';
import { IconChevronLeft, IconChevronRight } from './icons.tsx';
import classes from './period-bar.module.css';

/** Above what a day, week or month holds: which one, and what else narrows it down. */
export const PeriodBar = ({ tour, children }: { tour?: string; children: ReactNode }) => (
  <div className={`${classes.bar} no-print`} data-tour={tour}>
    {children}
  </div>
);

/** Arrows to the periods before and after, and what stands between them. */
export const PeriodTurn = (of: { period: string; before: string; after: string | false; children?: ReactNode }) => (
  <div className={classes.turn}>
    <LinkButton href={of.before} preserveScroll aria-label={`Previous ${of.period}`}>
      <IconChevronLeft />
    </LinkButton>
    {of.children}
    {of.after && (
      <LinkButton href={of.after} preserveScroll aria-label={`Next ${of.period}`}>
        <IconChevronRight />
      </LinkButton>
    )}
  </div>
);
