import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment } from '#kernel/tables.ts';

/** A list of an institution's values; people's records store the values themselves. */
const listTable = (name: string) =>
  pgTable(name, {
    institutionId: institutionId(),
    name: text().notNull(),
    position: integer().notNull().default(0),
    /** No longer offered, but kept on existing records. */
    retiredAt: moment(),
  });

/** Referred to by id where renaming a word must not break a rule or change a record. */
const identifiedTable = (name: string) =>
  pgTable(name, {
    institutionId: institutionId(),
    name: text().notNull(),
    position: integer().notNull().default(0),
    retiredAt: moment(),
    id: identity(),
  });

export const religions = listTable('religions');
export const languages = listTable('languages');
export const studentCategories = identifiedTable('student_categories');
export const employeeCategories = listTable('employee_categories');
export const departments = identifiedTable('departments');
export const employeePositions = listTable('employee_positions');
export const jobTitles = listTable('job_titles');
export const qualifications = listTable('qualifications');
export const educationalQualifications = listTable('educational_qualifications');
export const maritalStatuses = listTable('marital_statuses');
export const guardianRelations = listTable('guardian_relations');
export const documentTypes = listTable('document_types');

/** The lists by their name in addresses and code. */
export const lists = {
  religions,
  languages,
  studentCategories,
  employeeCategories,
  departments,
  employeePositions,
  jobTitles,
  qualifications,
  educationalQualifications,
  maritalStatuses,
  guardianRelations,
  documentTypes,
};
export type ListKey = keyof typeof lists;
