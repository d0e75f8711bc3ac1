import type { ReactNode } from 'react';
import { isReplaceable, segmentsOf, withoutForcing } from '#kernel/messages/segments.ts';
import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import classes from './sms-counter.module.css';

interface SmsCounterProps {
  body: string;
  onChange: (body: string) => void;
  /** What follows the figures. */
  children?: ReactNode;
}

/** Characters, encoding and parts of a text as typed, with what makes it longer than it must be. */
export function SmsCounter({ body, onChange, children }: SmsCounterProps) {
  const { encoding, places, parts, left, forcing } = segmentsOf(body);
  return (
    <div className={classes.counter} role="status">
      <p>
        {countOf(places, 'character')} · {encoding} · {countOf(parts, 'part')} · {count(left)} left in this part
        {children}
      </p>
      {forcing.length > 0 && (
        <p className={classes.forcing}>
          These characters make each part hold 70 instead of 160:{' '}
          {forcing.slice(0, 12).map((character) => (
            <mark key={character}>{character}</mark>
          ))}
          {forcing.some(isReplaceable) && (
            <Button small onClick={() => onChange(withoutForcing(body))}>
              Replace
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
