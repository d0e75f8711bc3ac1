import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';

export const accounts = pgTable('accounts', {
  id: identity(),
  username: text().notNull(),
  name: text().notNull(),
  email: text(),
  phone: text(),
  isGroupAdministrator: flag(),
  disabledAt: moment(),
  accessVersion: integer().notNull().default(1),
  createdAt: moment().notNull().defaultNow(),
  showsTours: boolean().notNull().default(true),
  homeInstitutionId: integer(),
  offeredTo: rowId(),
  invitedBy: rowId(),
  signsInByEmail: boolean().notNull().default(true),
  signsInByPhone: boolean().notNull().default(true),
});

/** Separate from accounts, so that no list query ever loads a hash. */
export const credentials = pgTable('credentials', {
  accountId: bigint({ mode: 'number' }).notNull(),
  passwordHash: text(),
  passwordChangedAt: moment(),
  totpSecret: bytes(),
  totpConfirmedAt: moment(),
  totpLastStep: bigint({ mode: 'number' }),
});

export const recoveryCodes = pgTable('recovery_codes', {
  accountId: bigint({ mode: 'number' }).notNull(),
  codeHash: bytes().notNull(),
  usedAt: moment(),
});

export const sessions = pgTable('sessions', {
  id: identity(),
  tokenHash: bytes().notNull(),
  accountId: bigint({ mode: 'number' }).notNull(),
  createdAt: moment().notNull().defaultNow(),
  lastSeenAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  endedAt: moment(),
  address: text(),
  device: text(),
  confirmedAt: moment().notNull().defaultNow(),
  hasPlainCookie: flag(),
});

export const oneTimeTokens = pgTable('one_time_tokens', {
  tokenHash: bytes().notNull(),
  kind: text().$type<'invitation' | 'reset' | 'setup' | 'second_step'>().notNull(),
  accountId: rowId(),
  attempts: integer().notNull().default(0),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
});

export const throttles = pgTable('throttles', {
  key: text().notNull(),
  failures: integer().notNull(),
  firstAt: moment().notNull(),
  blockedUntil: moment(),
});

export const roles = pgTable('roles', {
  institutionId: institutionId(),
  id: identity(),
  key: text().notNull(),
  name: text().notNull(),
  permissions: text().array().notNull().default([]),
  isSeeded: boolean().notNull().default(false),
});

export const memberships = pgTable('memberships', {
  institutionId: institutionId(),
  id: identity(),
  accountId: bigint({ mode: 'number' }).notNull(),
  roleId: bigint({ mode: 'number' }).notNull(),
  employeeId: rowId(),
  studentId: rowId(),
  guardianId: rowId(),
  suspendedAt: moment(),
});
