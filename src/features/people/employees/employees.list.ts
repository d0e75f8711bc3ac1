import { inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { choice, queryParam } from '#kernel/schemas.ts';
import { customColumns } from '#features/records/custom-fields/definition-fields.ts';
import { mayExportPeople } from '#features/records/custom-fields/export-people.ts';
import { customFilter } from '#features/records/custom-fields/custom-field-condition.ts';
import { lists, type ListKey } from '#features/records/lookups/lookups.schema.ts';
import { filtersOf } from '#features/records/people/list/list-order.ts';
import { peopleList, type FilterOf } from '#features/records/people/list/people-list.ts';
import { employees, findableEmployees } from '#features/records/people/people.schema.ts';
import { employeeKind } from './create-employee.ts';
import { employeeGroups, maySeeEmployees, visibleByInstitution } from './employees.policy.ts';

export type EmployeeTable = typeof employees | typeof findableEmployees;
const { by, word, from, until, gender, papers } = filtersOf<EmployeeTable>();

export const employeeViews = ['grid', 'list'] as const;
export type EmployeeView = (typeof employeeViews)[number];

const hasAccount = (table: EmployeeTable) => sql`(${table.institutionId}, ${table.id}) in (
  select m.institution_id, m.employee_id from memberships m where m.employee_id is not null)`;

const filters = {
  custom: customFilter<EmployeeTable>('employee'),
  job_title: word('jobTitle'),
  position: word('position'),
  category: word('category'),
  qualification: word('qualification'),
  educational_qualification: word('educationalQualification'),
  sign_in: by(choice({ with: 'With account', without: 'No account' }), (value, table) =>
    value === 'with' ? hasAccount(table) : sql`not ${hasAccount(table)}`,
  ),
  papers: papers('employee'),
  employed_from: from('employedOn'),
  employed_to: until('employedOn'),
  gender,
  department: word('department'),
  /** Former employees are listed only when the address asks for them. */
  state: {
    ...by(choice({ left: 'Has left', all: 'Employed or left' }), (state, table) =>
      state === 'left' ? isNotNull(table.leftOn) : undefined,
    ),
    otherwise: (table: EmployeeTable) => isNull(table.leftOn),
  },
} as const;

const names = ['institutionId', 'id', 'title', 'surname', 'firstName', 'middleName', 'gender', 'photoId'] as const;
const work = ['employeeNumber', 'jobTitle', 'department', 'category', 'position', 'employedOn', 'leftOn'] as const;
const others = ['qualification', 'educationalQualification', 'phone', 'mobile', 'email'] as const;
const columns = [...names, ...work, ...others];
export type EmployeeRow = Pick<typeof employees.$inferSelect, (typeof columns)[number]>;

/** Employees in the order of the filter. */
export const employeeList = peopleList<EmployeeRow, EmployeeTable, typeof filters>({
  entity: 'employee',
  table: employees,
  findable: findableEmployees,
  columns,
  filters,
  areFew: true,
  seeing: maySeeEmployees,
  seeingAll: 'employees.view',
  groups: employeeGroups,
  visible: visibleByInstitution,
  sorts: { name: 'sortName', number: 'employeeNumber', employed: { day: 'employedOn' } },
  // Only the page reads this: the rows are the same in both views.
  parameters: { view: queryParam(z.enum(employeeViews)).transform(() => undefined) },
});
export type EmployeeFilter = FilterOf<typeof employeeList>;

/** The list values by which employees can be filtered, including archived ones that some records still have. */
export async function employeeChoices(db: Db, actor: Actor, { institution_id: wanted }: EmployeeFilter) {
  const ids = institutionsInView(actor, wanted, ...maySeeEmployees);
  const wordsOf = async (key: ListKey) => {
    const { name, position, institutionId } = lists[key];
    const rows = await db
      .select({ name })
      .from(lists[key])
      .where(inArray(institutionId, ids))
      .groupBy(name)
      .orderBy(sql`min(${position})`, name);
    return rows.map((row) => row.name);
  };
  const [departments, categories, positions, jobTitles, qualifications, educationalQualifications, own] =
    await Promise.all([
      wordsOf('departments'),
      wordsOf('employeeCategories'),
      wordsOf('employeePositions'),
      wordsOf('jobTitles'),
      wordsOf('qualifications'),
      wordsOf('educationalQualifications'),
      customColumns(db, actor, employeeKind, wanted),
    ]);
  return {
    departments,
    categories,
    positions,
    jobTitles,
    qualifications,
    educationalQualifications,
    own,
    papers: employeeList.sees(actor, 'private', wanted),
  };
}

export function mayInEmployeeList(actor: Actor, { institution_id: wanted }: EmployeeFilter) {
  const holds = (permission: Permission) => institutionsWhere(actor, permission).length > 0;
  return {
    create: holds('employees.create'),
    cards: holds('employees.export'),
    invite: holds('accounts.edit') && holds('employees.view'),
    message: holds('messages.send') && holds('employees.view'),
    import: holds('employees.import'),
    photos: holds('employees.edit'),
    export: mayExportPeople(actor, { permission: 'employees.export', seeing: maySeeEmployees }, wanted),
  };
}
