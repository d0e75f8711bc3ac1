import type { ReactNode } from 'react';
import classes from './row.module.css';

/** States of one thing side by side, named. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span className={classes.label}>{label}</span>
      {children}
    </div>
  );
}
