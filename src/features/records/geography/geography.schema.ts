import { pgTable, text } from 'drizzle-orm/pg-core';

export const countries = pgTable('countries', {
  id: text().primaryKey(),
  name: text().notNull(),
});

export const states = pgTable('states', {
  id: text().primaryKey(),
  countryId: text().notNull(),
  name: text().notNull(),
});

export const lgas = pgTable('lgas', {
  id: text().primaryKey(),
  stateId: text().notNull(),
  name: text().notNull(),
});
