import { and, getTableColumns, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { chosenColumns, offeredColumns, wantedColumns } from '#features/custom-fields/choose-columns.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import { studentGuardians, type findableGuardians, type guardians } from '#features/people/people.schema.ts';
import { personCells, personJoins } from '#features/people/person-cells.ts';
import { visibleTo as visibleStudents } from '#features/students/students.policy.ts';
import { students } from '#features/students/students.schema.ts';
import { guardianExportColumns, guardianExportKeys, type GuardianExportColumn } from './export-columns.ts';
import { GuardianFilter } from './guardian-filter.ts';
import { guardianGroups, maySeeGuardians, visibleTo } from './guardians.policy.ts';
import { wholeList } from './guardians.queries.ts';

/** The list's own address, with the columns wanted. */
export const ExportGuardians = GuardianFilter.omit({ after: true }).extend({
  columns: wantedColumns(guardianExportKeys),
});

function takeaway(actor: Actor, wanted: number | undefined) {
  const institutionIds = institutionsInView(actor, wanted, 'guardians.export');
  if (institutionIds.length === 0) throw new NotAllowed();
  return { institutionIds, entity: 'guardian', groups: guardianGroups, columns: guardianExportColumns } as const;
}

/** What of guardians the person may take along. */
export const guardianColumnsFor = (db: Db, actor: Actor, institutionId?: number) =>
  offeredColumns(db, actor, takeaway(actor, institutionId));

/** All guardians of a list that the person may take out of the house. */
export async function exportGuardians(
  db: Db,
  actor: Actor,
  { columns, academic_session: _, ...filter }: z.infer<typeof ExportGuardians>,
): Promise<ExportedTable> {
  const taken = takeaway(actor, filter.institution_id);
  const { institutionIds } = taken;
  const { table, where, orderBy } = wholeList(actor, filter);
  const chosen = await chosenColumns(db, actor, taken, columns, table, cellsBy(table));
  const [before, beforeCells] = institutionIds.length > 1 ? [[institution], [institutions.name]] : [[], []];
  return {
    title: 'Guardians',
    counted: (rows) => (rows === 1 ? '1 guardian' : `${rows} guardians`),
    action: 'guardians.export',
    filter,
    institutionIds,
    columns: [...before, ...chosen.columns],
    rows: sql`select ${table.institutionId} as "institutionId", ${cellsOf([...beforeCells, ...chosen.cells])}
      from ${table}
      ${personJoins(table, chosen.keys)}
      ${chosen.keys.some((key) => key in perChild) ? childrenJoin(actor, table) : sql``}
      where ${and(visibleTo(actor, table, filter.institution_id), inArray(table.institutionId, institutionIds), ...where)}
      order by ${sql.join(orderBy, sql`, `)}`,
  };
}

/** Whether a list in view may be exported: all of it, or what is of some institutions. */
export function mayExportGuardians(actor: Actor, wanted?: number): 'all' | 'some' | false {
  const exported = institutionsInView(actor, wanted, 'guardians.export').length;
  return exported > 0 && (exported < institutionsInView(actor, wanted, ...maySeeGuardians).length ? 'some' : 'all');
}

const institution: ExportColumn = { header: 'Institution', kind: 'text', width: 28 };

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
