import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { institutionId, moment } from '#kernel/tables.ts';

/** A list of words that an institution keeps; the words themselves stand in people's rows. */
const listTable = (name: string) =>
  pgTable(name, {
    institutionId: institutionId(),
    name: text().notNull(),
    position: integer().notNull().default(0),
    /** Offered no more; who has it keeps it. */
    retiredAt: moment(),
  });

export const religions = listTable('religions');
export const languages = listTable('languages');
export const studentCategories = listTable('student_categories');
export const employeeCategories = listTable('employee_categories');
export const departments = listTable('departments');
export const employeePositions = listTable('employee_positions');
export const jobTitles = listTable('job_titles');
export const qualifications = listTable('qualifications');
export const educationalQualifications = listTable('educational_qualifications');
export const maritalStatuses = listTable('marital_statuses');
export const guardianRelations = listTable('guardian_relations');
export const documentTypes = listTable('document_types');

/** The lists by the name that addresses and code call them. */
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
