import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { columnsOf } from '#kernel/record-fields/derive.ts';
import type { Entity } from '#kernel/personal-data/entity.ts';
import { day, flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import { employeeFields } from './employees.fields.ts';
import { guardianFields } from './people.fields.ts';

/** Columns that employees and guardians share. Students have columns of the same names. */
const personColumns = () => ({
  institutionId: institutionId(),
  id: identity(),
  surname: text().notNull(),
  firstName: text().notNull(),
  middleName: text(),
  gender: text().$type<'female' | 'male'>(),
  nationalityId: text(),
  countryId: text(),
  stateId: text(),
  /** Free text, for countries without a list of states. */
  stateName: text(),
  lgaId: text(),
  photoId: rowId(),
  photoSmallId: rowId(),
  mergedIntoId: rowId(),
  anonymisedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
  sortName: text().notNull().generatedAlwaysAs(''),
  searchText: text().notNull().generatedAlwaysAs(''),
});

const employeeColumns = () => ({
  ...personColumns(),
  ...columnsOf(employeeFields),
  employeeNumber: text().notNull(),
  /** Numbers of records that were merged into this one, for the search. */
  formerNumbers: text(),
  birthDate: day(),
  graduationYear: integer(),
  employedOn: day(),
  leftOn: day(),
  leavingReason: text(),
});

export const employees = pgTable('employees', employeeColumns());

/** The same rows through a view in which LIKE can use its index: docs/decisions/0004-search.md. */
export const findableEmployees = pgTable('findable_employees', employeeColumns());

const guardianColumns = () => ({ ...personColumns(), ...columnsOf(guardianFields) });

export const guardians = pgTable('guardians', guardianColumns());

/** The same rows through a view in which LIKE can use an index. */
export const findableGuardians = pgTable('findable_guardians', guardianColumns());

/** The first words of guardians' names, each once; triggers keep it. */
export const guardianNames = pgTable('guardian_names', {
  institutionId: institutionId(),
  word: text().notNull(),
});

/** Links between students and guardians. */
export const studentGuardians = pgTable('student_guardians', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  guardianId: rowId().notNull(),
  relation: text(),
  paysFees: flag(),
  mayCollect: flag(),
  receivesSms: flag(),
  /** At most one for each student. */
  isNextOfKin: flag(),
  /** Calling order. */
  position: integer().notNull().default(0),
  createdAt: moment().notNull().defaultNow(),
});

export const documents = pgTable('documents', {
  institutionId: institutionId(),
  id: identity(),
  studentId: rowId(),
  employeeId: rowId(),
  guardianId: rowId(),
  type: text(),
  title: text().notNull(),
  fileId: rowId().notNull(),
  issuedOn: day(),
  expiresOn: day(),
  /** The expiry date about which users were last notified. */
  expiryTold: day(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  removedAt: moment(),
});

export type { Entity };

/** Merges of two records of one person, with the data to unmerge them. */
export const merges = pgTable('merges', {
  institutionId: institutionId(),
  id: identity(),
  entity: text().$type<Entity>().notNull(),
  keptId: rowId().notNull(),
  mergedId: rowId().notNull(),
  content: jsonb().$type<Record<string, unknown>>().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  undoneAt: moment(),
});

/** The access log of restricted data. */
export const readLog = pgTable('read_log', {
  institutionId: institutionId(),
  id: identity(),
  at: moment().notNull().defaultNow(),
  accountId: rowId(),
  person: text().notNull(),
  entity: text().$type<Entity>().notNull(),
  /** Null if a list was filtered by the group: see `filter`. */
  subjectId: rowId(),
  fieldGroup: text().notNull(),
  place: text().notNull(),
  filter: text(),
});
