import { Link } from './link.tsx';
import type { ReactNode } from 'react';
import { Adire } from './adire.tsx';
import { IconAlertTriangle } from './icons.tsx';
import classes from './states.module.css';

interface EmptyStateProps {
  title: string;
  /** What the page is for and how to start. */
  children?: ReactNode;
  action?: ReactNode;
  /** 1 if it is the only content of the page. */
  level?: 1 | 2;
}

/** An empty state: explains the page and offers a first step. */
export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={classes.state}>
      <div className={classes.cloth}>
        <Adire size={84} />
      </div>
      <Title tabIndex={-1} data-page-title={level === 1 || undefined}>
        {title}
      </Title>
      {children && <div className={classes.text}>{children}</div>}
      {action && (
        <div className={classes.actions} data-tour="empty-action">
          {action}
        </div>
      )}
    </div>
  );
}

/** No results: offers to remove a filter. */
export function NothingMatches({ drop }: { drop?: { label: string; href: string } }) {
  return (
    <div className={classes.state} role="status">
      <h2>No results</h2>
      <p className={classes.text}>
        {drop ? <Link href={drop.href}>{drop.label}</Link> : 'Type fewer letters, or remove a filter.'}
      </p>
    </div>
  );
}

/** An error in a part of the page. */
export function ErrorState({
  title = 'This couldn’t be loaded',
  message,
  action,
}: {
  title?: string;
  message: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle size={28} className="problem" />
      <h2>{title}</h2>
      <div className={classes.text}>{message}</div>
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  );
}

/** Placeholder bars for text; `lines` of them. */
export function LoadingState({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className={classes.loading} role="status">
      <span className="visually-hidden">{label}…</span>
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} className={classes.bar} />
      ))}
    </div>
  );
}

/** A placeholder for table rows. */
export function SkeletonRows({ rows = 12 }: { rows?: number }) {
  return (
    <div className={classes.rows} role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} aria-hidden>
          <span className={classes.bar} />
          <span className={classes.bar} />
          <span className={classes.bar} />
        </div>
      ))}
    </div>
  );
}
