import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { dateTimeText } from '#ui/format.ts';
import { useShell } from './use-shell.ts';
import classes from './print-head.module.css';

/** Printed only: the institution, the session, and when and by whom it was printed. The page's title follows. */
export function PrintHead() {
  const { shell, institution } = useShell();
  const [printedAt, setPrintedAt] = useState(() => new Date());
  useEffect(() => {
    // Synchronously: the browser prints the page when this listener returns.
    const now = () => flushSync(() => setPrintedAt(new Date()));
    window.addEventListener('beforeprint', now);
    return () => window.removeEventListener('beforeprint', now);
  }, []);
  return (
    <div className={classes.head} data-print-head>
      <strong>{institution?.name ?? 'All institutions'}</strong>
      {shell.session && <span>{shell.session.name}</span>}
      <span>
        {dateTimeText(printedAt.toISOString(), institution?.timeZone)} · Printed by {shell.person.account}
      </span>
    </div>
  );
}
