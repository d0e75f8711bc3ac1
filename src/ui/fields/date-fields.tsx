import { DATE_TIME_MINUTE_STEP, DATE_TIME_START } from '../plain/constants.ts';
import { DateEntry, type DateEntryProps } from './dates/date-entry.tsx';

/** A date, shown and typed as yyyy-mm-dd (5.3). */
export const DateField = (props: DateEntryProps) => <DateEntry kind="date" {...props} />;

/** A date, shown and typed as dd/mm/yyyy, sent as yyyy-mm-dd (5.3). */
export const DatePickerField = (props: DateEntryProps) => <DateEntry kind="picker" {...props} />;

/** A year, yyyy (5.3). */
export const YearField = (props: DateEntryProps) => <DateEntry kind="year" {...props} />;

/** A date and 12-hour time in ten-minute steps, from 2013-02-14 10:00 (5.3, 9.6). Sent as yyyy-mm-ddThh:mm. */
export const DateTimeField = (props: DateEntryProps) => (
  <DateEntry kind="moment" min={DATE_TIME_START.replace(' ', 'T')} step={DATE_TIME_MINUTE_STEP} {...props} />
);
