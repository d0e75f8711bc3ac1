import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { count as number } from '../format.ts';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** Actions for ticked rows, shown while at least one is ticked (4.12). */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {count > 0 && `${number(count)} selected. Actions are at the end of the page.`}
      </p>
      {count > 0 && (
        <section className={classes.bar} aria-label="Actions for selected rows">
          <span className={classes.count}>{number(count)} selected</span>
          <div className={classes.actions}>{children}</div>
          <Button tone="plain" onClick={onClear}>
            Clear
          </Button>
        </section>
      )}
    </>
  );
}
