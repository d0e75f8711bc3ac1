import type { Tx } from '#kernel/database.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { Order } from '../orders.schema.ts';

/** Notifies the people who refund. */
export const tellOffice = (tx: Tx, { institutionId, id }: Order, title: string) =>
  notify(tx, {
    institutionId,
    to: holdersOf(institutionId, 'payments.reverse'),
    kind: 'orders.problem',
    title,
    href: `/pin_transactions/${id}`,
  });
