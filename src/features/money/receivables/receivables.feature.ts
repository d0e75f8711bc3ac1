import type { Feature } from '#web/feature.ts';
import { receivableEvents } from './receivables.events.ts';
import { receivablesPersonalData } from './receivables.personal-data.ts';
import { unpostedCashierDays } from './receivables.unfinished.ts';

/** Invoices and payments of students, and what settles what: used by fees, payments and gateways. */
export const receivablesFeature = {
  name: 'receivables',
  events: receivableEvents,
  unfinished: [unpostedCashierDays],
  personalData: receivablesPersonalData,
} satisfies Feature;
