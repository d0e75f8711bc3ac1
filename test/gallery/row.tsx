import type { ReactNode } from 'react';
import classes from './row.module.css';

/** Labelled states of a component, side by side. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span className={classes.label}>{label}</span>
      {children}
    </div>
  );
}
