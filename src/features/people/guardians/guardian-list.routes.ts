import { exportRoutes } from '#features/records/custom-fields/serve-custom-files.ts';
import { servePeople } from '#features/records/people/list/serve-people.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import {
  guardianChoices,
  guardianList,
  institutionsOf,
  mayInGuardianList,
  type GuardianFilter,
  type GuardianTable,
} from './guardians.list.ts';
import { guardianListPage } from './guardians.pages.ts';
import { SetResponsibilities, setResponsibilities } from './responsibilities.ts';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { exportList } from '#features/records/custom-fields/export-people.ts';
import { exportColumnsOf } from '#kernel/record-fields/derive.ts';
import { guardianFields } from '#features/records/people/people.fields.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { textColumn as text, type ChoosableColumn } from '#kernel/export/columns.ts';

/** The list of guardians. */
export function guardianListRoutes(app: App): void {
  servePeople(app, guardianList, {
    page: guardianListPage,
    ofActor: { can: mayInGuardianList, institutions: institutionsOf },
    choices: guardianChoices,
    select: ['guardians.invite', 'guardians.edit'],
    find: { most: 8, show: ({ phone, email, children }) => ({ number: phone ?? email, children }) },
  });
  exportRoutes(app, guardianExport);
  app.post(
    '/guardians/responsibilities',
    { config: may('guardians.edit'), schema: { body: SetResponsibilities } },
    async (request, reply) => {
      const changed = await request.write((tx, actor) => setResponsibilities(tx, actor, request.body));
      return reply.send({ message: `${countOf(changed, 'guardian')} changed.` });
    },
  );
}

/**
 * The columns of a guardian export, with the headings that the import accepts. A guardian has one row; values that differ
 * by child are listed in the order of the children, separated by semicolons.
 */
const guardianExportColumns = {
  guardianId: { ...text('Guardian', 'Guardian ID', 11), kind: 'number' },
  ...exportColumnsOf(guardianFields, 'Guardian', 'title'),
  surname: text('Guardian', 'Surname', 18),
  firstName: text('Guardian', 'First name', 18),
  middleName: text('Guardian', 'Middle name', 18),
  gender: text('Guardian', 'Gender', 9),
  ...exportColumnsOf(guardianFields, 'Contact', 'contact'),
  ...exportColumnsOf(guardianFields, 'Guardian', 'work'),
  nationality: text('Home', 'Nationality', 14),
  country: text('Home', 'Country', 14),
  state: text('Home', 'State of origin', 16),
  lga: text('Home', 'LGA', 18),
  ...exportColumnsOf(guardianFields, 'Home', 'home'),
  ...exportColumnsOf(guardianFields, 'Guardian', 'religion', 'personal'),
  children: text('Children', 'Children', 24),
  relation: text('Children', 'Relation', 14),
  paysFees: text('Children', 'Pays fees', 10),
  mayCollect: text('Children', 'May collect', 11),
  receivesSms: text('Children', 'Receives SMS', 12),
  isNextOfKin: text('Children', 'Next of kin', 11),
  childrensNames: text('Children', 'Children’s names', 34, { isExtra: true }),
  photo: text('Guardian', 'Photo', 36, { isExtra: true }),
} as const satisfies Record<string, ChoosableColumn>;

type GuardianExportColumn = keyof typeof guardianExportColumns;

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
