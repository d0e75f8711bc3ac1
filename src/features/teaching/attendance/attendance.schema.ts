import { integer, jsonb, pgTable, smallint, text, time } from 'drizzle-orm/pg-core';
import { day, institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { MarkKind, TakingMode } from './mark-kinds.ts';
import type { AlertKind } from './alerts/alert-kinds.ts';
import type { Mark } from './marks/mark.ts';

export const attendanceRules = pgTable('attendance_rules', {
  institutionId: institutionId(),
  taken: text().$type<TakingMode>().notNull().default('twice'),
  morningDeadline: time().notNull().default('09:00'),
  afternoonDeadline: time().notNull().default('14:00'),
  /** Minutes after its end by which the register of a lesson is due. */
  lessonMinutes: integer().notNull().default(15),
  /** Minutes after the deadline before guardians get a message. */
  alertPause: integer().notNull().default(15),
  /** Percent. */
  warnBelow: integer().notNull().default(75),
  warnInRow: integer().notNull().default(3),
});

/** An institution's own marks, each with the meaning of a built-in one. */
export const attendanceCodes = pgTable('attendance_codes', {
  ...recordKey(),
  letters: text().notNull(),
  label: text().notNull(),
  meaning: text().$type<MarkKind>().notNull(),
  retiredAt: moment(),
});

/** A student in `roll` without a mark was present. */
export const attendanceRegisters = pgTable('attendance_registers', {
  ...recordKey(),
  batchId: rowId().notNull(),
  termId: rowId().notNull(),
  onDate: day().notNull(),
  /** See mark-kinds.ts. */
  sitting: smallint().notNull(),
  offeringId: rowId(),
  roll: rowId().array().notNull(),
  absentCount: integer().notNull(),
  lateCount: integer().notNull(),
  takenBy: rowId(),
  takenAt: moment().notNull(),
  changedAt: moment().notNull(),
});

export const attendanceMarks = pgTable('attendance_marks', {
  ...recordKey(),
  registerId: rowId().notNull(),
  studentId: rowId().notNull(),
  onDate: day().notNull(),
  kind: text().$type<MarkKind>().notNull(),
  codeId: rowId(),
  minutes: smallint(),
  leftAt: time(),
  remark: text(),
  markedBy: rowId(),
  markedAt: moment().notNull(),
});

/** Of a term: over the sittings of days (offering 0), or the lessons of a course. */
export const attendanceTotals = pgTable('attendance_totals', {
  ...recordKey(),
  termId: rowId().notNull(),
  studentId: rowId().notNull(),
  offeringId: rowId().notNull(),
  called: integer().notNull(),
  attended: integer().notNull(),
  late: integer().notNull(),
  absent: integer().notNull(),
  sick: integer().notNull(),
  excused: integer().notNull(),
  suspended: integer().notNull(),
});

export const attendanceCorrections = pgTable('attendance_corrections', {
  ...recordKey(),
  registerId: rowId().notNull(),
  studentId: rowId().notNull(),
  before: jsonb().$type<Mark | null>(),
  after: jsonb().$type<Mark | null>(),
  reason: text().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull(),
});

export const attendanceAlerts = pgTable('attendance_alerts', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  onDate: day().notNull(),
  kind: text().$type<AlertKind>().notNull(),
  sentAt: moment().notNull(),
});

export const attendanceExcuses = pgTable('attendance_excuses', {
  ...recordKey(),
  studentId: rowId().notNull(),
  startsOn: day().notNull(),
  endsOn: day().notNull(),
  kind: text().$type<'sick' | 'excused' | 'excursion'>().notNull(),
  reason: text().notNull(),
  fileId: rowId(),
  state: text().$type<'open' | 'accepted' | 'refused'>().notNull(),
  answer: text(),
  accountId: rowId(),
  decidedBy: rowId(),
  decidedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
});

export const attendanceFollowUps = pgTable('attendance_follow_ups', {
  ...recordKey(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  how: text().$type<'call' | 'visit' | 'meeting' | 'letter' | 'message' | 'other'>().notNull(),
  note: text().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});
