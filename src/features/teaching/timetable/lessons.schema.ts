import { sql } from 'drizzle-orm';
import { boolean, customType, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { flag, institutionId, rowId, recordKey } from '#kernel/tables.ts';
import type { Degree, RoomKind } from './timetable.ts';

/** Periods of a day, as '[3,5)'. */
const periodRange = customType<{ data: string }>({ dataType: () => 'int4range' });

/** What is taught together: one part for a usual lesson, several for electives in a parallel block. */
export const lessonSets = pgTable('lesson_sets', {
  ...recordKey(),
  timetableId: rowId().notNull(),
  name: text(),
});

export const lessonParts = pgTable('lesson_parts', {
  ...recordKey(),
  setId: rowId().notNull(),
  position: integer().notNull(),
  roomId: rowId(),
  roomKind: text().$type<RoomKind>(),
});

/** Several batches in one part are combined. */
export const partCourses = pgTable('part_courses', {
  institutionId: institutionId(),
  partId: rowId().notNull(),
  batchId: rowId().notNull(),
  courseId: rowId().notNull(),
});

export const partTeachers = pgTable('part_teachers', {
  institutionId: institutionId(),
  partId: rowId().notNull(),
  employeeId: rowId().notNull(),
});

/** In the tray until it has a day and a period. */
export const lessons = pgTable('lessons', {
  ...recordKey(),
  timetableId: rowId().notNull(),
  setId: rowId().notNull(),
  length: integer().notNull().default(1),
  weekday: integer(),
  firstPeriod: integer(),
  periods: periodRange().generatedAlwaysAs(sql`int4range(first_period, first_period + length)`),
  isLocked: flag(),
});

export const bookedTeachers = pgTable('booked_teachers', {
  institutionId: institutionId(),
  employeeId: rowId().notNull(),
  timetableId: rowId().notNull(),
  lessonId: rowId().notNull(),
  partId: rowId().notNull(),
  weekday: integer().notNull(),
  periods: periodRange().notNull(),
});

export const bookedRooms = pgTable('booked_rooms', {
  institutionId: institutionId(),
  roomId: rowId().notNull(),
  timetableId: rowId().notNull(),
  lessonId: rowId().notNull(),
  partId: rowId().notNull(),
  weekday: integer().notNull(),
  periods: periodRange().notNull(),
});

export const bookedBatches = pgTable('booked_batches', {
  institutionId: institutionId(),
  batchId: rowId().notNull(),
  timetableId: rowId().notNull(),
  lessonId: rowId().notNull(),
  weekday: integer().notNull(),
  periods: periodRange().notNull(),
});

/** Of a teacher, a batch or a room. */
export const unavailablePeriods = pgTable('unavailable_periods', {
  ...recordKey(),
  timetableId: rowId().notNull(),
  employeeId: rowId(),
  batchId: rowId(),
  roomId: rowId(),
  weekday: integer().notNull(),
  period: integer().notNull(),
  degree: text().$type<Degree>().notNull().default('never'),
});

export const teacherLimits = pgTable('teacher_limits', {
  institutionId: institutionId(),
  timetableId: rowId().notNull(),
  employeeId: rowId().notNull(),
  mostADay: integer(),
  mostAWeek: integer(),
});

/** Further wishes, each of one of the ids or of everybody; the parameters depend on the kind. */
export const timetableConstraints = pgTable('timetable_constraints', {
  ...recordKey(),
  timetableId: rowId().notNull(),
  kind: text().notNull(),
  /** In percent: 100 must be kept. */
  weight: numeric({ precision: 6, scale: 3, mode: 'number' }).notNull().default(100),
  employeeId: rowId(),
  batchId: rowId(),
  roomId: rowId(),
  courseId: rowId(),
  setId: rowId(),
  parameters: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  isActive: boolean().notNull().default(true),
  note: text(),
});

/** Lessons that a rule relates with each other. */
export const timetableConstraintSets = pgTable('timetable_constraint_sets', {
  institutionId: institutionId(),
  timetableId: rowId().notNull(),
  constraintId: rowId().notNull(),
  setId: rowId().notNull(),
  position: integer().notNull(),
});

/** A view that students and course registration keep true: which students of a batch take which of its courses. */
export const courseTakers = pgTable('course_takers', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  batchId: rowId().notNull(),
  courseId: rowId().notNull(),
  termPosition: integer().notNull(),
});
