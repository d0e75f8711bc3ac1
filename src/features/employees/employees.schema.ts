import { pgTable, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, moment } from '#kernel/tables.ts';

export const employees = pgTable('employees', {
  institutionId: institutionId(),
  id: identity(),
  employeeNumber: text().notNull(),
  title: text(),
  surname: text().notNull(),
  firstName: text().notNull(),
  middleName: text(),
  gender: text().$type<'female' | 'male'>(),
  email: text(),
  phone: text(),
  jobTitle: text(),
  department: text(),
  countryId: text(),
  stateId: text(),
  employedOn: day(),
  leftOn: day(),
  createdAt: moment().notNull().defaultNow(),
});
