import type { ReactNode } from 'react';
import classes from './record-layout.module.css';

/** The layout of a record: summary on the left, tabs and content on the right. */
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
