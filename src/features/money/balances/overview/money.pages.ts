import { page } from '#web/page.ts';
import type { MoneyOverview } from './overview.ts';

export const moneyPage = page<MoneyOverview>('balances/money');
