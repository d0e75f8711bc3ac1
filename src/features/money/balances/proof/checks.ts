import type { Db } from '#kernel/database.ts';
import { checkBooks, type Difference } from './check-books.ts';

type Check = (db: Db) => Promise<Difference[]>;
const checks: Check[] = [checkBooks];

/** Features above this one prove what they add to the books by checks of their own. */
export const provideCheck = (check: Check): void => void checks.push(check);

/** Every sum that its rows don't give. */
export async function runChecks(db: Db): Promise<Difference[]> {
  const found: Difference[] = [];
  // oxlint-disable-next-line no-await-in-loop
  for (const check of checks) found.push(...(await check(db)));
  return found;
}
