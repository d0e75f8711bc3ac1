import { expiryWarningDays } from '#kernel/dates.ts';

/** The values of the filter by expiring documents, also for the browser. */
export const expiryOptions = { expiring: `Expire within ${expiryWarningDays} days`, expired: 'Have expired' };
