import { Link } from '../link.tsx';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
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
  const isText = typeof value === 'string' && !/\d/.test(value);
  return (
    <div className={classes.stat}>
      <dt>{label}</dt>
      <dd className={cx(classes.value, isText && classes.text)}>
        {shown === undefined ? (
          <span className={classes.wait} aria-label="Loading" role="img" />
        ) : href ? (
          <Link href={href}>{shown}</Link>
        ) : (
          shown
        )}
      </dd>
      {hint && <dd className="fine-print">{hint}</dd>}
    </div>
  );
}
