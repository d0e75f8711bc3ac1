import type { ListProps } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { BalanceRow, BalanceTotals, BalanceFilter, BalanceChoices } from './owed/balances.queries.ts';

export interface BalancesProps extends ListProps<BalanceRow, Omit<BalanceFilter, 'after'>> {
  totals: BalanceTotals;
  can: { export: boolean; print: boolean; message: boolean };
  choices?: BalanceChoices;
}
export const balancesPage = page<BalancesProps>('balances/balances');
