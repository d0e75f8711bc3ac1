import { boolean, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { day, flag, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import type { PaymentStatus } from './payments.ts';

/** The day and drawer that a payment is taken into; its counts are in cashier.schema.ts. */
export const cashierDays = pgTable('cashier_days', {
  institutionId: institutionId(),
  id: identity(),
  accountId: rowId().notNull(),
  day: day().notNull(),
  openingFloat: minor().notNull(),
  openedAt: moment().notNull().defaultNow(),
  closedAt: moment(),
  /** Notes and coins by minor units: {"100000": 12} is twelve of 1,000. */
  denominations: jsonb().$type<Record<string, number>>(),
  remark: text(),
  approvedAt: moment(),
  approvedBy: rowId(),
  approvalRemark: text(),
  recountedAt: moment(),
  recountDenominations: jsonb().$type<Record<string, number>>(),
  recountRemark: text(),
});

export const payments = pgTable('payments', {
  institutionId: institutionId(),
  id: identity(),
  channel: text().$type<Channel>().notNull(),
  /** The gateway, or the bank of a statement; empty for what a cashier types. */
  provider: text().notNull().default(''),
  reference: text(),
  /** Counts payments that somebody confirmed to be different ones with the same reference. */
  referenceAgain: smallint().notNull().default(0),
  status: text().$type<PaymentStatus>().notNull(),
  amount: minor().notNull(),
  currency: text().notNull(),
  /** The day of the money, in the institution's zone. */
  day: day().notNull(),
  receivedAt: moment().notNull().defaultNow(),
  payerName: text(),
  payerContact: text(),
  /** Of the name, for the search by its beginning. */
  payerSearch: text().generatedAlwaysAs(''),
  note: text(),
  chequeBank: text(),
  chequeDate: day(),
  cashierDayId: rowId(),
  accountId: rowId(),
  /** Who agreed to a waiver. */
  agreedBy: rowId(),
  receiptNumber: integer(),
  receiptAt: moment(),
  printedAt: moment(),
  code: text().notNull(),
  isTest: flag(),
  /** Money nobody could place waits in suspense until it has shares. */
  inSuspense: boolean().notNull().default(false),
  /** Whether a line of a bank statement has shown it; kept by bank_line_payments. */
  isSeenAtBank: boolean().notNull().default(false),
  /** The order of a buyer without an account: such a payment has no shares. */
  orderId: rowId(),
  endedAt: moment(),
  endedBy: rowId(),
  endReason: text(),
  createdAt: moment().notNull().defaultNow(),
});

/** How much of a payment is whose; what is neither allocated nor refunded is the student's credit. */
export const paymentShares = pgTable('payment_shares', {
  institutionId: institutionId(),
  paymentId: rowId().notNull(),
  studentId: rowId().notNull(),
  amount: minor().notNull(),
  allocated: minor().notNull().default(0),
  refunded: minor().notNull().default(0),
});

/** Which invoice a share settles: rows are only added, what is taken back is a row below zero. */
export const allocations = pgTable('allocations', {
  institutionId: institutionId(),
  id: identity(),
  paymentId: rowId().notNull(),
  studentId: rowId().notNull(),
  invoiceId: rowId().notNull(),
  amount: minor().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});

export const refunds = pgTable('refunds', {
  institutionId: institutionId(),
  id: identity(),
  paymentId: rowId().notNull(),
  /** Null for the payment of an order. */
  studentId: rowId(),
  amount: minor().notNull(),
  reason: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
  /** How it was handed over, and when; until then it is payable. */
  channel: text().$type<'cash' | 'transfer' | 'cheque' | 'gateway'>(),
  reference: text(),
  paidOn: day(),
  paidAt: moment(),
  paidBy: rowId(),
  /** The day whose drawer it came from. */
  cashierDayId: rowId(),
});

/** A share that went to a sibling. */
export const shareMoves = pgTable('share_moves', {
  institutionId: institutionId(),
  id: identity(),
  paymentId: rowId().notNull(),
  fromStudentId: rowId().notNull(),
  toStudentId: rowId().notNull(),
  amount: minor().notNull(),
  reason: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});
