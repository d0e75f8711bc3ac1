import { and, getTableColumns, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { chosenColumns, offeredColumns, wantedColumns } from '#features/custom-fields/choose-columns.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import type { employees, findableEmployees } from '#features/people/people.schema.ts';
import { ageOf, personCells, personJoins } from '#features/people/person-cells.ts';
import { EmployeeFilter } from './employee-filter.ts';
import { employeeGroups, maySeeEmployees, visibleTo } from './employees.policy.ts';
import { wholeList } from './employees.queries.ts';
import { employeeExportColumns, employeeExportKeys, type EmployeeExportColumn } from './export-columns.ts';

/** The list's own address, with the columns wanted. */
export const ExportEmployees = EmployeeFilter.omit({ after: true, view: true }).extend({
  columns: wantedColumns(employeeExportKeys),
});

function takeaway(actor: Actor, wanted: number | undefined) {
  const institutionIds = institutionsInView(actor, wanted, 'employees.export');
  if (institutionIds.length === 0) throw new NotAllowed();
  return { institutionIds, entity: 'employee', groups: employeeGroups, columns: employeeExportColumns } as const;
}

/** What of employees the person may take along. */
export const employeeColumnsFor = (db: Db, actor: Actor, institutionId?: number) =>
  offeredColumns(db, actor, takeaway(actor, institutionId));

/** All employees of a list that the person may take out of the house. */
export async function exportEmployees(
  db: Db,
  actor: Actor,
  { columns, academic_session: _, ...filter }: z.infer<typeof ExportEmployees>,
): Promise<ExportedTable> {
  const taken = takeaway(actor, filter.institution_id);
  const { institutionIds } = taken;
  const { table, where, orderBy } = wholeList(filter);
  const chosen = await chosenColumns(db, actor, taken, columns, table, cellsBy(actor, table));
  const [before, beforeCells] = institutionIds.length > 1 ? [[institution], [institutions.name]] : [[], []];
  return {
    title: 'Employees',
    counted: (rows) => (rows === 1 ? '1 employee' : `${rows} employees`),
    action: 'employees.export',
    filter,
    institutionIds,
    columns: [...before, ...chosen.columns],
    rows: sql`select ${table.institutionId} as "institutionId", ${cellsOf([...beforeCells, ...chosen.cells])}
      from ${table}
      ${personJoins(table, chosen.keys)}
      where ${and(visibleTo(actor, table, filter.institution_id), inArray(table.institutionId, institutionIds), ...where)}
      order by ${sql.join(orderBy, sql`, `)}`,
  };
}

/** Whether a list in view may be exported: all of it, or what is of some institutions. */
export function mayExportEmployees(actor: Actor, wanted?: number): 'all' | 'some' | false {
  const exported = institutionsInView(actor, wanted, 'employees.export').length;
  return exported > 0 && (exported < institutionsInView(actor, wanted, ...maySeeEmployees).length ? 'some' : 'all');
}

const institution: ExportColumn = { header: 'Institution', kind: 'text', width: 28 };

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
