import type { Feature } from '#web/feature.ts';
import { receivablesPersonalData } from './receivables.personal-data.ts';

/** Invoices and payments of students, and what settles what: used by fees, payments and gateways. */
export const receivablesFeature = {
  name: 'receivables',
  personalData: receivablesPersonalData,
} satisfies Feature;
