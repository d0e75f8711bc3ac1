import { Link } from '@inertiajs/react';
import { cx } from './cx.ts';
import { count as number } from './format.ts';
import { IconChevronLeft, IconChevronRight } from './icons.tsx';
import buttons from './button.module.css';
import classes from './trail-links.module.css';

interface TrailLinksProps {
  at: number;
  count: number;
  /** Addresses of the records beside this one. */
  before?: string;
  after?: string;
  noun: string;
}

/** The record before and the one after, in the list one came from. */
export function TrailLinks({ at, count, before, after, noun }: TrailLinksProps) {
  const step = (href: string | undefined, label: string, icon: React.ReactNode) =>
    href ? (
      <Link
        href={href}
        aria-label={label}
        data-tooltip={label}
        className={cx(buttons.button, buttons.plain, buttons.square)}
      >
        {icon}
      </Link>
    ) : (
      <span className={classes.gap} />
    );
  return (
    <nav className={cx(classes.trail, 'no-print')} aria-label="Along the list">
      {step(before, `Previous ${noun}`, <IconChevronLeft />)}
      <span>
        {number(at + 1)} of {number(count)}
      </span>
      {step(after, `Next ${noun}`, <IconChevronRight />)}
    </nav>
  );
}
