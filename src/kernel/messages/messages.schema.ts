import { bigint, boolean, customType, integer, jsonb, numeric, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytes, flag, identity, institutionId, moment, rowId } from '../tables.ts';
import type { EventAudience, EventChannel } from './events.ts';
import type { FilledTemplate } from './providers/provider.ts';

const timeOfDay = customType<{ data: string }>({ dataType: () => 'time without time zone' });

export type OutboxState =
  | 'kept'
  | 'queued'
  | 'sending'
  | 'paused'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'undelivered'
  | 'uncertain'
  | 'stopped';

/** Everything that leaves the product, one row for each recipient: src/kernel/messages/queue.ts. */
export const outbox = pgTable('outbox', {
  institutionId: institutionId(),
  id: identity(),
  channel: text().$type<'email' | 'sms' | 'whatsapp' | 'notice'>().notNull(),
  recipient: text().notNull(),
  subject: text(),
  body: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  sentAt: moment(),
  state: text().$type<OutboxState>().notNull().default('queued'),
  stateAt: moment(),
  /** The provider's own id, which delivery reports use. */
  providerMessageId: text(),
  failure: text(),
  /** The recipient; decides who may read it. */
  accountId: rowId(),
  keyKind: text().$type<'invitation' | 'reset' | 'order' | 'application'>(),
  /** What is sent to an applicant is erased with the application. */
  applicationId: rowId(),
  /** A visitor caused it: how far the contact was known then, which limits count. */
  visitorContact: text().$type<'confirmed' | 'unconfirmed' | 'device'>(),
  /** What it was written for: 'accounts.reset'. */
  event: text().notNull().default('other'),
  priority: smallint().notNull().default(5),
  /** What a user composed for many. */
  messageId: rowId(),
  /** The recipient, if it is not a student; and the student it is about, or to. */
  guardianId: rowId(),
  employeeId: rowId(),
  studentId: rowId(),
  /** What its text reveals, as permissions: needs.ts. */
  needs: text(),
  providerId: rowId(),
  attempts: smallint().notNull().default(0),
  nextAt: moment().notNull().defaultNow(),
  /** Until then a process is sending it. */
  leasedUntil: moment(),
  /** The place of the provider that must be asked next; null for the first. */
  nextPlace: smallint(),
  parts: smallint(),
  network: text(),
  /** In minor units, for all parts; null if no price is known. */
  price: rowId(),
  template: jsonb().$type<FilledTemplate>(),
  /** The only provider that may send it: pin.ts. */
  pinnedTo: rowId(),
});

/** Who sends, in order: the second sends what the first can't. */
export const messageProviders = pgTable('message_providers', {
  institutionId: institutionId(),
  id: identity(),
  channel: text().$type<'sms' | 'email' | 'whatsapp'>().notNull(),
  kind: text().$type<'termii' | 'africastalking' | 'twilio' | 'http' | 'smtp' | 'whatsapp'>().notNull(),
  /** Null once its settings were replaced: the row is kept for what is bound to them. */
  place: smallint().default(1),
  /** Everything that was entered; what may be shown again stands in `shown`. */
  sealed: bytes().notNull(),
  shown: jsonb().$type<Record<string, string>>().notNull().default({}),
  isOn: flag(),
  perSecond: smallint().notNull().default(20),
  /** As the provider said, in its own unit. */
  balance: numeric({ precision: 18, scale: 4 }),
  balanceUnit: text(),
  balanceAt: moment(),
  /** Why the last question for the balance failed. */
  balanceTrouble: text(),
  /** The warning that it runs low. */
  warnedAt: moment(),
  testedAt: moment(),
  savedAt: moment().notNull().defaultNow(),
  accountId: rowId(),
  retiredAt: moment(),
});

export const messageSettings = pgTable('message_settings', {
  institutionId: institutionId(),
  quietFrom: timeOfDay(),
  quietUntil: timeOfDay(),
  budgetMonth: rowId(),
  warnBelow: numeric({ precision: 18, scale: 4 }),
});

/** What a part of an SMS or a message by WhatsApp costs, by the first digits of the number; the longest prefix decides. */
export const messagePrices = pgTable('message_prices', {
  institutionId: institutionId(),
  channel: text().$type<'sms' | 'whatsapp'>().notNull().default('sms'),
  prefix: text().notNull(),
  network: text().notNull(),
  price: rowId(),
});

/** Numbers and addresses that may not be written to. */
export const contactWishes = pgTable('contact_wishes', {
  institutionId: institutionId(),
  id: identity(),
  channel: text().$type<'sms' | 'email' | 'whatsapp'>().notNull(),
  address: text().notNull(),
  blocks: text().$type<'marketing' | 'everything'>().notNull(),
  reason: text().$type<'opted_out' | 'someone_else' | 'bounced'>().notNull(),
  saidBy: text().$type<'reply' | 'link' | 'person' | 'staff' | 'provider'>().notNull(),
  note: text(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  endedAt: moment(),
  endedBy: rowId(),
});

/** What was composed for many recipients; each recipient's text is a row of the outbox. */
export const messages = pgTable('messages', {
  institutionId: institutionId(),
  id: identity(),
  channel: text().$type<'sms' | 'email' | 'whatsapp' | 'notice' | 'first'>().notNull(),
  purpose: text().$type<'service' | 'marketing'>().notNull().default('service'),
  subject: text(),
  body: text().notNull().default(''),
  audience: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  state: text().$type<'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'done'>().notNull().default('draft'),
  sendAt: moment(),
  repeats: text().$type<'weekly'>(),
  needs: text(),
  /** What the choice of the recipients reveals of them, in the same way. */
  audienceNeeds: text(),
  departmentId: rowId(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
  queuedAt: moment(),
  endedAt: moment(),
  recipientCount: integer().notNull().default(0),
  leftOutCount: integer().notNull().default(0),
  repeatOfId: rowId(),
  /** Of WhatsApp, with fields in its values. */
  template: jsonb().$type<FilledTemplate & { text: string }>(),
});

/** How many recipients of a message are in which state; kept by triggers. */
export const messageTotals = pgTable('message_totals', {
  institutionId: institutionId(),
  messageId: rowId().notNull(),
  state: text().$type<OutboxState>().notNull(),
  network: text().notNull(),
  recipients: integer().notNull(),
  parts: integer().notNull(),
  price: bigint({ mode: 'number' }).notNull(),
  /** Recipients whose messages cost something and have no price. */
  unpriced: integer().notNull(),
});

/** Cells of the page of switches that differ from what the event declares: events.ts. */
export const messageSwitches = pgTable('message_switches', {
  institutionId: institutionId(),
  event: text().notNull(),
  audience: text().$type<EventAudience>().notNull(),
  channel: text().$type<EventChannel>().notNull(),
  isOn: boolean().notNull(),
  onSince: moment(),
  /** Null is the event's own. */
  text: text(),
});
