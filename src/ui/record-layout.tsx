import type { ReactNode } from 'react';
import classes from './record-layout.module.css';

/** A record: who or what it is on the left, its tabs and their content on the right. */
export function RecordLayout({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.record}>
      <aside className={classes.aside} data-tour="record-card">
        {aside}
      </aside>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
