import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { exportList } from '#features/records/custom-fields/export-people.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { guardianExportColumns, type GuardianExportColumn } from './export-columns.ts';
import { guardianList, type GuardianFilter } from './guardians.list.ts';
import type { GuardianTable } from './one-person.ts';

const yesNo = (column: SQLWrapper) => sql`case when ${column} then 'Yes' else 'No' end`;

/** The columns for each child. A semicolon within a value is doubled, as the import expects. */
const perChild = {
  children: sql`replace(${students.admissionNumber}, ';', ';;')`,
  relation: sql`replace(coalesce(${studentGuardians.relation}, ''), ';', ';;')`,
  paysFees: yesNo(studentGuardians.paysFees),
  mayCollect: yesNo(studentGuardians.mayCollect),
  receivesSms: yesNo(studentGuardians.receivesSms),
  isNextOfKin: yesNo(studentGuardians.isNextOfKin),
  childrensNames: sql`${students.firstName} || ' ' || ${students.surname}`,
} satisfies Partial<Record<GuardianExportColumn, SQL>>;

/** The children that the actor can see. */
const childrenJoin = (actor: Actor, table: GuardianTable): SQL => sql`left join lateral (
  select ${sql.join(
    Object.entries(perChild).map(
      ([key, cell]) => sql`string_agg(${cell}, '; ' order by ${students.admissionNumber}) as ${sql.identifier(key)}`,
    ),
    sql`, `,
  )} from ${studentGuardians} join ${students}
    on ${students.institutionId} = ${studentGuardians.institutionId} and ${students.id} = ${studentGuardians.studentId}
  where ${studentGuardians.institutionId} = ${table.institutionId} and ${studentGuardians.guardianId} = ${table.id}
    and ${visibleStudents(actor, students)}) child on true`;

export const guardianExport = exportList<GuardianTable, GuardianFilter>(guardianList, {
  permission: 'guardians.export',
  columns: guardianExportColumns,
  cells: ({ id }) => ({
    ...Object.fromEntries(Object.keys(perChild).map((key) => [key, sql`child.${sql.identifier(key)}`])),
    guardianId: id,
  }),
  joins: (table, { actor, keys }) => (keys.some((key) => key in perChild) ? childrenJoin(actor, table) : sql``),
});
