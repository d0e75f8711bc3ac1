import { bigint, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytes, day, flag, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { BatchPurpose, BatchState, Layout, PinStatus, PinType, SellerKind, TryOutcome } from './pins.ts';

/** What is sold. */
export const pinKinds = pgTable('pin_kinds', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  type: text().$type<PinType>().notNull(),
  /** Null for every program. */
  programId: rowId(),
  price: minor().notNull(),
  /** How long a new batch is valid. */
  validDays: integer().notNull(),
  /** How often a result pin shows its result. */
  views: smallint().notNull().default(5),
  isOnSale: flag(),
  /** Where to buy it for cash, as applicants read it. */
  soldAt: text(),
  mostPerOrder: smallint().notNull().default(5),
  instructions: text(),
  archivedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
});

export const pinBatches = pgTable('pin_batches', {
  institutionId: institutionId(),
  id: identity(),
  number: integer().notNull(),
  kindId: rowId().notNull(),
  purpose: text().$type<BatchPurpose>().notNull(),
  quantity: integer().notNull(),
  firstSerial: bigint({ mode: 'number' }).notNull(),
  expiresOn: day().notNull(),
  state: text().$type<BatchState>().notNull().default('making'),
  layout: text().$type<Layout>(),
  doneCount: integer().notNull().default(0),
  /** What the codes on the cards open. */
  link: text(),
  /** Sealed, in the order of serials, until the sheet is confirmed as printed. */
  secrets: bytes(),
  /** The sheet, sealed in the same way. */
  fileId: rowId(),
  printedAt: moment(),
  printedBy: rowId(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId().notNull(),
});

export const pinSellers = pgTable('pin_sellers', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  kind: text().$type<SellerKind>().notNull(),
  contact: text(),
  archivedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
});

export const pins = pgTable('pins', {
  institutionId: institutionId(),
  id: identity(),
  serial: bigint({ mode: 'number' }).notNull(),
  batchId: rowId().notNull(),
  kindId: rowId().notNull(),
  isCard: boolean().notNull(),
  expiresOn: day().notNull(),
  secretHash: bytes(),
  lastFour: text(),
  /** The secret, sealed, for the page of its buyer. */
  sealed: bytes(),
  status: text().$type<PinStatus>().notNull().default('available'),
  sellerId: rowId(),
  orderId: rowId(),
  soldAt: moment(),
  usedAt: moment(),
  applicationId: rowId(),
  studentId: rowId(),
  termId: rowId(),
  viewsUsed: smallint().notNull().default(0),
  /** The browser that opened the result last, and since when. */
  openedBy: text(),
  openedAt: moment(),
  voidedAt: moment(),
  voidedBy: rowId(),
  voidReason: text(),
  replacesSerial: bigint({ mode: 'number' }),
});

export const pinTries = pgTable('pin_tries', {
  institutionId: institutionId(),
  id: identity(),
  at: moment().notNull().defaultNow(),
  serial: bigint({ mode: 'number' }),
  outcome: text().$type<TryOutcome>().notNull(),
  address: text().notNull(),
  form: text().notNull(),
});

/** Cards that went to a seller or came back. */
export const pinHandovers = pgTable('pin_handovers', {
  institutionId: institutionId(),
  id: identity(),
  sellerId: rowId().notNull(),
  direction: text().$type<'out' | 'back'>().notNull(),
  firstSerial: bigint({ mode: 'number' }).notNull(),
  lastSerial: bigint({ mode: 'number' }).notNull(),
  quantity: integer().notNull(),
  note: text(),
  at: moment().notNull().defaultNow(),
  accountId: rowId(),
});
