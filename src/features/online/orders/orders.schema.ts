import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { flag, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { OrderKind, OrderProblem, OrderStatus } from './orders.ts';

/** Sales to people without an account. */
export const orders = pgTable('orders', {
  institutionId: institutionId(),
  id: identity(),
  number: integer().notNull(),
  kind: text().$type<OrderKind>().notNull(),
  status: text().$type<OrderStatus>().notNull().default('created'),
  problem: text().$type<OrderProblem>(),
  buyerName: text(),
  buyerEmail: text(),
  buyerPhone: text(),
  pinKindId: rowId(),
  quantity: smallint().notNull().default(1),
  unitPrice: minor().notNull(),
  amount: minor().notNull(),
  currency: text().notNull(),
  applicationId: rowId(),
  /** The public address of this installation, for links in messages. */
  origin: text().notNull(),
  expiresAt: moment().notNull(),
  /** Keyed hashes of the visitor who reserved its pins and has not paid; null once it is paid or ended. */
  reservedBy: text().array(),
  /** The payment that paid it; others that came as well are refunded. */
  paymentId: rowId(),
  /** Printed cards instead of pins with new secrets; perhaps sold by somebody else. */
  hasCards: flag(),
  sellerId: rowId(),
  slipPrintedAt: moment(),
  paidAt: moment(),
  fulfilledAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
  /** Of the name, for the search by its beginning. */
  buyerSearch: text().generatedAlwaysAs(''),
});

export type Order = typeof orders.$inferSelect;
