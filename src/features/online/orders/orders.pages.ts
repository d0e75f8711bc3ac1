import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { OrderRecord } from './search/order-record.queries.ts';
import type { transactionList, TransactionTotal } from './search/pin-transactions.list.ts';

export type TransactionListProps = PropsOfList<typeof transactionList> & {
  totals: TransactionTotal[];
  kinds: { id: number; name: string }[];
  can: { export: boolean; sell: boolean };
};

export const transactionListPage = page<TransactionListProps>('orders/pin-transactions');

export const orderRecordPage = page<{ order: OrderRecord }>('orders/order');

export interface SellProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  today: string;
  /** The cashier's open day. */
  day: { id: number; day: string } | null;
  kinds: { id: number; name: string; price: number; stock: number }[];
  sellers: { id: number; name: string }[];
}

export const sellPage = page<SellProps>('orders/sell');
