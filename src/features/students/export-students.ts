import { and, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { list } from '#kernel/schemas.ts';
import { countries, lgas, states } from '#features/geography/geography.schema.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import { batches, classes, programs } from '#features/structure/structure.schema.ts';
import {
  studentExportColumns,
  studentExportKeys,
  usualExportKeys,
  type StudentExportColumn,
} from './export-columns.ts';
import { allowFilter } from './allow-filter.ts';
import { ofAddress, StudentFilterFields } from './student-filter.ts';
import { maySeeStudents, visibleTo } from './students.policy.ts';
import { wholeList } from './students.queries.ts';
import type { findableStudents, students } from './students.schema.ts';

/** The list's own address, with the columns wanted. */
export const ExportStudents = ofAddress(
  StudentFilterFields.omit({ after: true }).extend({ columns: list(z.enum(studentExportKeys)) }),
);
export type ExportStudents = z.infer<typeof ExportStudents>;

/** All students of a list that the person may take out of the house. */
export function exportStudents(actor: Actor, { columns, ...filter }: ExportStudents): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'students.export');
  if (institutionIds.length === 0) throw new NotAllowed();
  allowFilter(actor, filter);
  const { table, where, orderBy } = wholeList(filter);
  const cells = cellsBy(table);
  const keys = columns.length ? studentExportKeys.filter((key) => columns.includes(key)) : usualExportKeys;
  // A column by which files of several institutions tell whose student it is.
  const [before, beforeCells] = institutionIds.length > 1 ? [[institution], [institutions.name]] : [[], []];
  return {
    title: 'Students',
    counted: (rows) => (rows === 1 ? '1 student' : `${rows} students`),
    action: 'students.export',
    filter,
    institutionIds,
    columns: [...before, ...keys.map((key) => studentExportColumns[key])],
    rows: sql`select ${table.institutionId} as "institutionId", ${cellsOf([...beforeCells, ...keys.map((key) => cells[key])])}
      from ${table}
      left join ${institutions} on ${eq(institutions.id, table.institutionId)}
      left join ${batches} on ${and(eq(batches.institutionId, table.institutionId), eq(batches.id, table.batchId))}
      left join ${classes} on ${and(eq(classes.institutionId, batches.institutionId), eq(classes.id, batches.classId))}
      left join ${programs} on ${and(eq(programs.institutionId, classes.institutionId), eq(programs.id, classes.programId))}
      left join ${countries} on ${eq(countries.id, table.countryId)}
      left join ${states} on ${eq(states.id, table.stateId)}
      left join ${lgas} on ${eq(lgas.id, table.lgaId)}
      where ${and(visibleTo(actor, table, filter.institution_id), inArray(table.institutionId, institutionIds), ...where)}
      order by ${sql.join(orderBy, sql`, `)}`,
  };
}

/** Whether a list in view may be exported: all of it, or what is of some institutions. */
export function mayExport(actor: Actor, wanted?: number): 'all' | 'some' | false {
  const exported = institutionsInView(actor, wanted, 'students.export').length;
  return exported > 0 && (exported < institutionsInView(actor, wanted, ...maySeeStudents).length ? 'some' : 'all');
}

const institution: ExportColumn = { header: 'Institution', kind: 'text', width: 28 };

const cellsBy = (table: typeof students | typeof findableStudents): Record<StudentExportColumn, SQLWrapper> => ({
  admissionNumber: table.admissionNumber,
  registrationNumber: table.registrationNumber,
  surname: table.surname,
  firstName: table.firstName,
  middleName: table.middleName,
  gender: sql`initcap(${table.gender})`,
  birthDate: table.birthDate,
  status: sql`initcap(${table.status})`,
  batch: batches.name,
  admissionDate: table.admissionDate,
  phone: table.phone,
  email: table.email,
  country: countries.name,
  state: states.name,
  lga: lgas.name,
  city: table.city,
  community: table.community,
  address: table.address,
  religion: table.religion,
  language: table.language,
  bloodGroup: table.bloodGroup,
  class: classes.name,
  program: programs.name,
});
