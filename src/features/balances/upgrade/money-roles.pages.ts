import { page } from '#web/page.ts';
import type { rolesWithoutMoney } from './money-roles.ts';

export const moneyRolesPage = page<{
  rows: Awaited<ReturnType<typeof rolesWithoutMoney>>;
  /** Institutions whose owners are still asked above every page. */
  asked: { id: number; name: string }[];
  /** The label of each permission. */
  words: Record<string, string>;
}>('balances/money-roles');
