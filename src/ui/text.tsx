import type { ReactNode } from 'react';
import { dateText, dateTimeText, dayOf, money } from './format.ts';
import { zoneOf } from './zone.ts';
import classes from './text.module.css';

/** An amount in minor units with its currency. */
export const Money = ({ minor, currency = 'NGN' }: { minor: number; currency?: string }) => (
  <span className="tabular">{money(minor, currency)}</span>
);

/** A date, or a moment's in the institution's time zone: 20 Nov 2026. */
export const DateText = ({ value }: { value: string | null | undefined }) =>
  value ? (
    <time className={classes.date} dateTime={dayOf(value)}>
      {dateText(value)}
    </time>
  ) : null;

interface DateTimeTextProps {
  value: string | null | undefined;
  timeZone?: string;
  /** The institution of the record; by default the one in view. */
  institutionId?: number;
}

/** A timestamp in the institution's time zone: 20 Nov 2026, 08:05 am. */
export const DateTimeText = ({ value, institutionId, timeZone = zoneOf(institutionId) }: DateTimeTextProps) =>
  value ? (
    <time className={classes.date} dateTime={value}>
      {dateTimeText(value, timeZone)}
    </time>
  ) : null;

/** Secondary text. */
export const Secondary = ({ children }: { children: ReactNode }) => <span className="ink-3">{children}</span>;
