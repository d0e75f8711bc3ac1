import { Link } from '@inertiajs/react';
import type { ReactNode } from 'react';
import { count } from '../format.ts';
import classes from './stat.module.css';

interface StatProps {
  label: string;
  /** Undefined while loading. */
  value: number | string | undefined;
  hint?: ReactNode;
  href?: string;
}

/** A row of figures. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className={classes.stats} data-tour="figures">
      {children}
    </dl>
  );
}

/** A figure with its label. */
export function Stat({ label, value, hint, href }: StatProps) {
  const shown = typeof value === 'number' ? count(value) : value;
  return (
    <div className={classes.stat}>
      <dt>{label}</dt>
      <dd className={classes.value}>
        {shown === undefined ? (
          <span className={classes.wait} aria-label="Loading" role="img" />
        ) : href ? (
          <Link href={href}>{shown}</Link>
        ) : (
          shown
        )}
      </dd>
      {hint && <dd className={classes.hint}>{hint}</dd>}
    </div>
  );
}
