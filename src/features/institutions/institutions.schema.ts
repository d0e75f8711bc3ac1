import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { flag, moment, rowId } from '#kernel/tables.ts';

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
  createdAt: moment().notNull().defaultNow(),
});
