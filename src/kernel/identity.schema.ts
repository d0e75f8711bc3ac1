import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, flag, identity, institutionId, moment, rowId } from './tables.ts';

/*
 * Users, their institutions and their permissions: every layer needs these tables, so they are in the kernel. Other
 * tables for signing in belong to accounts.
 */
export const institutionKinds = [
  'nursery',
  'primary',
  'secondary',
  'college',
  'polytechnic',
  'university',
  'other',
] as const;

export const institutions = pgTable('institutions', {
  id: integer().notNull().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  shortName: text().notNull(),
  kind: text().$type<(typeof institutionKinds)[number]>().notNull().default('secondary'),
  motto: text(),
  establishedYear: integer(),
  address: text(),
  city: text(),
  countryId: text(),
  stateId: text(),
  phone: text(),
  email: text(),
  accent: text().notNull().default('#2B3A8F'),
  logoFileId: rowId(),
  currency: text().notNull().default('NGN'),
  timeZone: text().notNull().default('Africa/Lagos'),
  admissionNumberPattern: text().notNull().default('{year}/{seq:4}'),
  employeeNumberPattern: text().notNull().default('E{seq:4}'),
  terminology: jsonb().$type<Record<string, string>>().notNull().default({}),
  requireSecondFactor: flag(),
  toConfirm: text().array().notNull().default([]),
  createdAt: moment().notNull().defaultNow(),
});

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
