import { bigint, boolean, customType, date, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Mention } from './audit.ts';

/*
 * Column types for queries; camelCase here is snake_case in the database. Keys, checks, foreign keys and policies are
 * defined once, in migrations/; test/schema.test.ts compares the two.
 */
export const institutionId = () => integer().notNull();
export const identity = () => bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity();

/** The key of a record of an institution. */
export const recordKey = () => ({ institutionId: institutionId(), id: identity() });
export const rowId = () => bigint({ mode: 'number' });
export const moment = () => timestamp({ withTimezone: true, mode: 'date' });
export const day = () => date({ mode: 'string' });
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Money in minor units. */
export const minor = () => bigint({ mode: 'number' });
export const flag = () => boolean().notNull().default(false);

export const auditEntries = pgTable('audit_entries', {
  institutionId: institutionId(),
  id: identity(),
  at: moment().notNull().defaultNow(),
  accountId: rowId(),
  person: text().notNull(),
  action: text().notNull(),
  subjectType: text(),
  subjectId: rowId(),
  summary: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  requestId: text(),
  username: text(),
  mentions: jsonb().$type<Mention[]>().notNull().default([]),
  seq: rowId(),
  hash: bytes(),
  contentDigest: bytes(),
  salt: bytes(),
});

export const auditRedactions = pgTable('audit_redactions', {
  institutionId: institutionId(),
  id: identity(),
  redaction: uuid().notNull(),
  entryId: rowId().notNull(),
  salt: bytes(),
  digest: bytes().notNull(),
});

export const counters = pgTable('counters', {
  institutionId: institutionId(),
  name: text().notNull(),
  value: bigint({ mode: 'number' }).notNull().default(0),
});

export const files = pgTable('files', {
  institutionId: institutionId(),
  id: identity(),
  purpose: text().notNull(),
  name: text().notNull(),
  mediaType: text().notNull(),
  size: bigint({ mode: 'number' }).notNull(),
  sha256: text().notNull(),
  storedAs: text().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});

export const notifications = pgTable('notifications', {
  institutionId: institutionId(),
  id: identity(),
  accountId: rowId().notNull(),
  kind: text().notNull(),
  title: text().notNull(),
  body: text(),
  href: text(),
  subject: text(),
  createdAt: moment().notNull().defaultNow(),
  readAt: moment(),
  dismissedAt: moment(),
});

/** One row for the whole installation. */
export const installation = pgTable('installation', {
  isOnly: boolean().notNull().default(true),
  publicUrl: text(),
  previousUrl: text(),
  changedAt: moment().notNull().defaultNow(),
  secretFingerprint: text(),
  cell: integer(),
  directoryKey: text(),
  directoryRevision: bigint({ mode: 'number' }).notNull().default(0),
  directoryAcknowledged: bigint({ mode: 'number' }).notNull().default(0),
  directoryAnew: rowId(),
  directoryBusyUntil: moment(),
});

/** Not reported to the directory yet: bin/directory/tell.ts. */
export const directoryChanges = pgTable('directory_changes', { id: identity(), subject: rowId().notNull() });

/** Sealed: src/kernel/secrets/carried-keys.ts. */
export const carriedKeys = pgTable('carried_keys', {
  institutionId: institutionId(),
  purpose: text().notNull(),
  sealed: bytes().notNull(),
});

export const movedInstitutions = pgTable('moved_institutions', {
  id: integer().notNull(),
  name: text().notNull(),
  movedTo: text().notNull(),
  slugs: text().array().notNull(),
  hosts: text().array().notNull(),
  movedAt: moment().notNull().defaultNow(),
  removedAt: moment(),
});

export const movedLinks = pgTable('moved_links', {
  path: text().notNull(),
  movedId: integer().notNull(),
});

/** Belongs to an account, like its sessions: src/kernel/idempotency.ts. */
export const idempotencyKeys = pgTable('idempotency_keys', {
  accountId: bigint({ mode: 'number' }).notNull(),
  keyHash: bytes().notNull(),
  requestMac: bytes().notNull(),
  answer: bytes(),
  createdAt: moment().notNull().defaultNow(),
});

export const machineSecrets = pgTable('machine_secrets', {
  institutionId: institutionId(),
  machine: text().notNull(),
  sealed: bytes().notNull(),
  previous: bytes(),
  previousUntil: moment(),
  createdAt: moment().notNull().defaultNow(),
});

export const machineReceipts = pgTable('machine_receipts', {
  institutionId: institutionId(),
  machine: text().notNull(),
  bodyHash: bytes().notNull(),
  receivedAt: moment().notNull().defaultNow(),
});
