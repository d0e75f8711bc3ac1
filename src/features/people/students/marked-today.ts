import { sql, type SQL } from 'drizzle-orm';
import { institutionsWhere } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { marksOfToday } from './marks-of-today.ts';
import type { findableStudents, students } from './students.schema.ts';
import type { Needs } from '#features/records/people/list/list-filters.ts';

type StudentTable = typeof students | typeof findableStudents;

const needs: Needs = { permission: 'attendance.view', subject: 'attendance' };

/** Students with a mark in a register of today, by the clock of their institution. */
export const markedToday = {
  ...filterBy(
    choice(marksOfToday),
    (kind, table: StudentTable, { actor }): SQL => sql`(${table.institutionId}, ${table.id}) in (
      select m.institution_id, m.student_id from marks_today m
      where m.kind = ${kind} and ${isOneOf(sql`m.institution_id`, institutionsWhere(actor, needs.permission))})`,
  ),
  needs,
};
