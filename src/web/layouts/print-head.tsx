import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { dateTimeText } from '#ui/format.ts';
import { useShell } from './use-shell.ts';
import classes from './print-head.module.css';

/** On paper only: whose sheet this is, which session, when it was printed and by whom. The page's title follows it. */
export function PrintHead() {
  const { shell, institution } = useShell();
  const [printedAt, setPrintedAt] = useState(() => new Date());
  useEffect(() => {
    // At once: the browser takes its picture of the page when this listener returns.
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
