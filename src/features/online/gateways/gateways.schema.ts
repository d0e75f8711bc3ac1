import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { GatewayMode } from './providers/gateway.ts';
import { bytes, flag, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { OnlineStatus, Provider, ReviewReason, ReviewState } from './gateways.ts';

export const onlineSettings = pgTable('online_settings', {
  institutionId: institutionId(),
  /** The enabled gateway; null while nobody can pay online. */
  provider: text().$type<Provider>(),
  /** Its books are for trying things out: only there test payments may be. */
  isDemonstration: flag(),
  /** The least that a family pays at once, unless it owes less. */
  minimum: minor().notNull().default(100_000),
  givesAccounts: flag(),
});

export const gatewayKeys = pgTable('gateway_keys', {
  institutionId: institutionId(),
  provider: text().$type<Provider>().notNull(),
  mode: text().$type<GatewayMode>().notNull(),
  sealed: bytes().notNull(),
  savedAt: moment().notNull().defaultNow(),
  savedBy: rowId(),
  testedAt: moment(),
});

export const onlinePayments = pgTable('online_payments', {
  institutionId: institutionId(),
  id: identity(),
  paymentId: rowId().notNull(),
  provider: text().$type<Provider>().notNull(),
  mode: text().$type<GatewayMode>().notNull(),
  reference: text().notNull(),
  amount: minor().notNull(),
  currency: text().notNull(),
  /** Null for a buyer, who has none. */
  accountId: rowId(),
  /** The order that it pays, instead of students' fees. */
  orderId: rowId(),
  status: text().$type<OnlineStatus>().notNull().default('recorded'),
  page: text(),
  providerId: text(),
  said: text(),
  createdAt: moment().notNull().defaultNow(),
  checkedAt: moment(),
  nextCheckAt: moment(),
  checks: integer().notNull().default(0),
});

/** What was chosen to be paid. */
export const onlinePaymentItems = pgTable('online_payment_items', {
  institutionId: institutionId(),
  onlinePaymentId: rowId().notNull(),
  invoiceId: rowId().notNull(),
  studentId: rowId().notNull(),
  amount: minor().notNull(),
});

export const onlineReviews = pgTable('online_reviews', {
  institutionId: institutionId(),
  id: identity(),
  reason: text().$type<ReviewReason>().notNull(),
  onlinePaymentId: rowId(),
  paymentId: rowId(),
  provider: text().$type<Provider>().notNull(),
  mode: text().$type<GatewayMode>().notNull(),
  reference: text().notNull(),
  providerId: text(),
  expected: minor(),
  expectedCurrency: text(),
  received: minor(),
  receivedCurrency: text(),
  details: jsonb().$type<Record<string, string>>().notNull().default({}),
  state: text().$type<ReviewState>().notNull().default('open'),
  note: text(),
  createdAt: moment().notNull().defaultNow(),
  decidedAt: moment(),
  decidedBy: rowId(),
});

export const dedicatedAccounts = pgTable('dedicated_accounts', {
  institutionId: institutionId(),
  id: identity(),
  studentId: rowId().notNull(),
  provider: text().$type<Provider>().notNull(),
  mode: text().$type<GatewayMode>().notNull(),
  customerCode: text().notNull(),
  accountNumber: text().notNull(),
  accountName: text().notNull(),
  bank: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});

export const testGatewayPayments = pgTable('test_gateway_payments', {
  institutionId: institutionId(),
  id: identity(),
  reference: text().notNull(),
  amount: minor().notNull(),
  currency: text().notNull(),
  returnTo: text().notNull(),
  outcome: text().$type<'open' | 'paid' | 'failed' | 'abandoned'>().notNull().default('open'),
  paid: minor(),
  paidAt: moment(),
});
