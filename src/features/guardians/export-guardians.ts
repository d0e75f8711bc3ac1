import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { ofAddress } from '#features/custom-fields/custom-filter.ts';
import { wantedColumns } from '#features/custom-fields/choose-columns.ts';
import { exportPeople, mayExportPeople, type ExportedKind } from '#features/custom-fields/export-people.ts';
import { allowPapers } from '#features/people/expiring-papers.ts';
import { studentGuardians, type findableGuardians, type guardians } from '#features/people/people.schema.ts';
import { personCells } from '#features/people/person-cells.ts';
import { visibleTo as visibleStudents } from '#features/students/students.policy.ts';
import { students } from '#features/students/students.schema.ts';
import { guardianExportColumns, guardianExportKeys, type GuardianExportColumn } from './export-columns.ts';
import { GuardianFilterFields } from './guardian-filter.ts';
import { guardianGroups, guardianPapers, maySeeGuardians, visibleTo } from './guardians.policy.ts';
import { wholeList } from './guardians.queries.ts';

/** The list's own address, with the columns wanted. */
export const ExportGuardians = ofAddress(
  GuardianFilterFields.omit({ after: true }).extend({ columns: wantedColumns(guardianExportKeys) }),
);

export const exportedGuardians: ExportedKind = {
  ...{ entity: 'guardian', groups: guardianGroups, columns: guardianExportColumns },
  ...{ permission: 'guardians.export', seeing: maySeeGuardians },
  words: { title: 'Guardians', one: 'guardian', many: 'guardians' },
};

/** All guardians of a list that the person may take out of the house. */
export function exportGuardians(
  db: Db,
  actor: Actor,
  { columns, academic_session: _, ...filter }: z.infer<typeof ExportGuardians>,
): Promise<ExportedTable> {
  allowPapers(actor, filter, guardianPapers);
  const { table, where, orderBy } = wholeList(actor, filter);
  return exportPeople(db, actor, exportedGuardians, {
    ...{ filter, columns, table, orderBy, cells: cellsBy(table) },
    where: [visibleTo(actor, table, filter.institution_id), ...where],
    joins: (keys) => (keys.some((key) => key in perChild) ? childrenJoin(actor, table) : sql``),
  });
}

/** Whether a list in view may be exported: all of it, or what is of some institutions. */
export const mayExportGuardians = (actor: Actor, wanted?: number) => mayExportPeople(actor, exportedGuardians, wanted);

type Table = typeof guardians | typeof findableGuardians;

const yesNo = (column: SQLWrapper) => sql`case when ${column} then 'Yes' else 'No' end`;

/** What is said of each child; a semicolon of a value itself is written twice, as the import reads it. */
const perChild = {
  children: sql`replace(${students.admissionNumber}, ';', ';;')`,
  relation: sql`replace(coalesce(${studentGuardians.relation}, ''), ';', ';;')`,
  paysFees: yesNo(studentGuardians.paysFees),
  mayCollect: yesNo(studentGuardians.mayCollect),
  receivesSms: yesNo(studentGuardians.receivesSms),
  isNextOfKin: yesNo(studentGuardians.isNextOfKin),
  childrensNames: sql`${students.firstName} || ' ' || ${students.surname}`,
} satisfies Partial<Record<GuardianExportColumn, SQL>>;

/** The children whom the person may see. */
const childrenJoin = (actor: Actor, table: Table): SQL => sql`left join lateral (
  select ${sql.join(
    Object.entries(perChild).map(
      ([key, cell]) => sql`string_agg(${cell}, '; ' order by ${students.admissionNumber}) as ${sql.identifier(key)}`,
    ),
    sql`, `,
  )} from ${studentGuardians} join ${students}
    on ${students.institutionId} = ${studentGuardians.institutionId} and ${students.id} = ${studentGuardians.studentId}
  where ${studentGuardians.institutionId} = ${table.institutionId} and ${studentGuardians.guardianId} = ${table.id}
    and ${visibleStudents(actor, students)}) child on true`;

const cellsBy = (table: Table): Record<GuardianExportColumn, SQLWrapper> => ({
  ...getTableColumns(table),
  ...personCells(table, 'guardians'),
  ...(Object.fromEntries(Object.keys(perChild).map((key) => [key, sql`child.${sql.identifier(key)}`])) as Record<
    keyof typeof perChild,
    SQL
  >),
  guardianId: table.id,
});
