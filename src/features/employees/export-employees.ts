import { getTableColumns, sql, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { ofAddress } from '#features/custom-fields/custom-filter.ts';
import { wantedColumns } from '#features/custom-fields/choose-columns.ts';
import { exportPeople, mayExportPeople, type ExportedKind } from '#features/custom-fields/export-people.ts';
import { allowPapers } from '#features/people/expiring-papers.ts';
import type { employees, findableEmployees } from '#features/people/people.schema.ts';
import { ageOf, personCells } from '#features/people/person-cells.ts';
import { EmployeeFilterFields } from './employee-filter.ts';
import { employeeGroups, employeePapers, maySeeEmployees, visibleTo } from './employees.policy.ts';
import { wholeList } from './employees.queries.ts';
import { employeeExportColumns, employeeExportKeys, type EmployeeExportColumn } from './export-columns.ts';

/** The list's own address, with the columns wanted. */
export const ExportEmployees = ofAddress(
  EmployeeFilterFields.omit({ after: true, view: true }).extend({ columns: wantedColumns(employeeExportKeys) }),
);

export const exportedEmployees: ExportedKind = {
  ...{ entity: 'employee', groups: employeeGroups, columns: employeeExportColumns },
  ...{ permission: 'employees.export', seeing: maySeeEmployees },
  words: { title: 'Employees', one: 'employee', many: 'employees' },
};

/** All employees of a list that the person may take out of the house. */
export function exportEmployees(
  db: Db,
  actor: Actor,
  { columns, academic_session: _, ...filter }: z.infer<typeof ExportEmployees>,
): Promise<ExportedTable> {
  allowPapers(actor, filter, employeePapers);
  const { table, where, orderBy } = wholeList(filter);
  return exportPeople(db, actor, exportedEmployees, {
    ...{ filter, columns, table, orderBy, cells: cellsBy(actor, table) },
    where: [visibleTo(actor, table, filter.institution_id), ...where],
  });
}

/** Whether a list in view may be exported: all of it, or what is of some institutions. */
export const mayExportEmployees = (actor: Actor, wanted?: number) => mayExportPeople(actor, exportedEmployees, wanted);

const cellsBy = (
  actor: Actor,
  table: typeof employees | typeof findableEmployees,
): Record<EmployeeExportColumn, SQLWrapper> => ({
  ...getTableColumns(table),
  ...personCells(table, 'employees'),
  age: ageOf(table.birthDate),
  // Why somebody left is for those who let people leave.
  leavingReason: sql`case when ${table.institutionId} = any(${sql.param(institutionsWhere(actor, 'employees.changeStatus'))}::int[])
    then ${table.leavingReason} end`,
});
