import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { day, institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { Cumulative, LastTerm, SchemeContent, Step, System, Trait } from './assessment.ts';
import type { Band, Component, Designation, Entries, Entry, GpaForm, RepeatsPolicy } from './compute/types.ts';
import type { SheetState } from './sheet-states.ts';

export const gradingScales = pgTable('grading_scales', {
  ...recordKey(),
  name: text().notNull(),
  version: integer().notNull().default(1),
  entryFrom: day(),
  bands: jsonb().$type<Band[]>().notNull(),
  designations: jsonb().$type<Designation[]>().notNull().default([]),
  archivedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

export const gradingScaleVersions = pgTable('grading_scale_versions', {
  institutionId: institutionId(),
  scaleId: rowId().notNull(),
  version: integer().notNull(),
  entryFrom: day(),
  bands: jsonb().$type<Band[]>().notNull(),
  designations: jsonb().$type<Designation[]>().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

export const assessmentSchemes = pgTable('assessment_schemes', {
  ...recordKey(),
  name: text().notNull(),
  version: integer().notNull().default(1),
  system: text().$type<System>().notNull(),
  components: jsonb().$type<Component[]>().notNull(),
  step: integer().$type<Step>().notNull().default(100),
  passMark: integer().notNull(),
  scaleId: rowId().notNull(),
  cumulative: text().$type<Cumulative>().notNull().default('mean'),
  weights: jsonb().$type<number[]>().notNull().default([]),
  lastTerm: text().$type<LastTerm>().notNull().default('term'),
  ranksBatch: boolean().notNull().default(true),
  ranksClass: boolean().notNull().default(false),
  ranksCourses: boolean().notNull().default(true),
  minimumCourses: integer().notNull().default(1),
  repeats: text().$type<RepeatsPolicy>().notNull().default('all_attempts'),
  passFail: boolean().notNull().default(false),
  aggregateOf: integer(),
  gpaForm: text().$type<GpaForm>().notNull().default('round2'),
  traits: jsonb().$type<Trait[]>().notNull().default([]),
  archivedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

export const assessmentSchemeVersions = pgTable('assessment_scheme_versions', {
  institutionId: institutionId(),
  schemeId: rowId().notNull(),
  version: integer().notNull(),
  content: jsonb().$type<SchemeContent>().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

export const schemeUses = pgTable('scheme_uses', {
  ...recordKey(),
  schemeId: rowId().notNull(),
  programId: rowId(),
  classId: rowId(),
  courseId: rowId(),
});

/** The marks of a batch in a term. */
export const markSheets = pgTable('mark_sheets', {
  ...recordKey(),
  batchId: rowId().notNull(),
  termId: rowId().notNull(),
  state: text().$type<SheetState>().notNull().default('open'),
  dueOn: day(),
  openedAt: moment().notNull().defaultNow(),
  lockedAt: moment(),
  approvedAt: moment(),
  publishedAt: moment(),
});

export const markSheetCourses = pgTable('mark_sheet_courses', {
  institutionId: institutionId(),
  sheetId: rowId().notNull(),
  courseId: rowId().notNull(),
  schemeId: rowId().notNull(),
  schemeVersion: integer().notNull(),
  doneAt: moment(),
});

export const marks = pgTable('marks', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  courseId: rowId().notNull(),
  entries: jsonb().$type<Entries>().notNull().default({}),
});

export const markChanges = pgTable('mark_changes', {
  ...recordKey(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  courseId: rowId().notNull(),
  component: text().notNull(),
  was: jsonb().$type<Entry>(),
  entered: jsonb().$type<Entry>(),
  accountId: rowId(),
  at: moment().notNull().defaultNow(),
  /** Of a published result: says why, and who agreed. */
  correctionId: rowId(),
});

/** A view that term notes keep true: the remarks that were written about a student in a term. */
export const writtenRemarks = pgTable('written_remarks', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  writer: text().$type<'teacher' | 'principal'>().notNull(),
});

/** Views that course registration keeps true: where registration says what students take in a term … */
export const registeringClasses = pgTable('registering_classes', {
  institutionId: institutionId(),
  classId: rowId().notNull(),
  termId: rowId().notNull(),
});

/** … and what each of them takes. */
export const registeredFor = pgTable('registered_for', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  courseId: rowId().notNull(),
});

/** A view that results answer: students with a published result of a term. */
export const publishedStudents = pgTable('published_students', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
});
