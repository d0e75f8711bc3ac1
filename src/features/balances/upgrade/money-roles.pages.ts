import { page } from '#web/page.ts';
import type { rolesWithoutMoney } from './money-roles.ts';

export const moneyRolesPage = page<{
  rows: Awaited<ReturnType<typeof rolesWithoutMoney>>;
  /** The label of each permission. */
  words: Record<string, string>;
}>('balances/money-roles');
