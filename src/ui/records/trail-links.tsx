import { Link } from '../link.tsx';
import { cx } from '../cx.ts';
import { count as number } from '../format.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.tsx';
import buttons from '../button.module.css';
import classes from './trail-links.module.css';

interface TrailLinksProps {
  at: number;
  count: number;
  /** Whether the list has more rows than `count`. */
  isUncounted?: boolean;
  /** URLs of the neighbouring records. */
  before?: string;
  after?: string;
  noun: string;
}

/** Links to the previous and next record of the list. */
export function TrailLinks({ at, count, isUncounted, before, after, noun }: TrailLinksProps) {
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
    <nav className={cx(classes.trail, 'no-print')} aria-label="List navigation">
      {step(before, `Previous ${noun}`, <IconChevronLeft />)}
      <span>
        {number(at + 1)} of {number(count)}
        {isUncounted && '+'}
      </span>
      {step(after, `Next ${noun}`, <IconChevronRight />)}
    </nav>
  );
}
