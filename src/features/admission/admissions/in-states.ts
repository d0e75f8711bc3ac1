import { sql } from 'drizzle-orm';
import { seated, type ApplicationState } from './admissions.ts';

/** States as a list in SQL: `status in ${inStates(undecided)}`. */
export const inStates = (states: readonly ApplicationState[]) =>
  sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`);

/** The states that take a seat. */
export const takesSeat = inStates(seated);
