import { sql } from 'drizzle-orm';
import { institutionsWhere } from '#kernel/actor.ts';
import { exportList } from '#features/records/custom-fields/export-people.ts';
import { ageOf } from '#features/records/people/person-cells.ts';
import { employeeList, type EmployeeFilter, type EmployeeTable } from './employees.list.ts';
import { employeeExportColumns } from './export-columns.ts';

export const employeeExport = exportList<EmployeeTable, EmployeeFilter>(employeeList, {
  permission: 'employees.export',
  columns: employeeExportColumns,
  cells: (table, { actor }) => ({
    age: ageOf(table.birthDate),
    // The reason for leaving is visible only to users who can record exits.
    leavingReason: sql`case when ${table.institutionId} = any(${sql.param(institutionsWhere(actor, 'employees.changeStatus'))}::int[])
        then ${table.leavingReason} end`,
  }),
});
