import type { ReactNode } from 'react';
import { IconAlertTriangle, IconInfoCircle } from '#ui/icons.tsx';
import classes from './notice.module.css';

/** An important notice about the whole page. */
export function Notice({ tone = 'info', children }: { tone?: 'info' | 'gold' | 'bad'; children: ReactNode }) {
  return (
    <p className={`${classes.notice} ${classes[tone] ?? ''}`} role={tone === 'bad' ? 'alert' : 'note'}>
      {tone === 'info' ? <IconInfoCircle /> : <IconAlertTriangle />}
      <span>{children}</span>
    </p>
  );
}
