import { and, asc, eq, sql } from 'drizzle-orm';
import { maySeeEmployees, visibleTo } from '#features/people/employees/employees.policy.ts';
import { genders } from '#features/records/people/genders.ts';
import { employees, findableEmployees } from '#features/records/people/people.schema.ts';
import { matches, patternsOf } from '#features/records/people/search-patterns.ts';
import { wordsIn } from '#features/records/people/search-words.ts';
import type { CountedType } from '../counted-type.ts';
import { labelOf } from '../label-of.ts';
import { query } from '../list-address.ts';

const states = { employed: 'Employed', left: 'Has left' };

export const countedEmployees: CountedType = {
  label: 'Employees',
  one: 'employee',
  many: 'employees',
  may: maySeeEmployees,
  from: sql`${employees}`,
  id: sql`${employees.id}`,
  visible: (actor, institutionId) => visibleTo(actor, employees, institutionId),
  name: sql`concat_ws(', ', ${employees.surname}, concat_ws(' ', ${employees.firstName}, ${employees.middleName}))`,
  detail: sql`concat_ws(' · ', ${employees.employeeNumber}, ${employees.jobTitle})`,
  search: (text) =>
    sql`(${employees.institutionId}, ${employees.id}) in (select f.institution_id, f.id from ${findableEmployees} f where ${and(
      ...patternsOf(wordsIn(text)).map((pattern) => matches(sql`f.search_text`, pattern)),
      sql`true`,
    )})`,
  order: asc(employees.sortName),
  href: '/employees/',
  day: sql`${employees.employedOn}`,
  filters: {
    gender: { label: 'Gender', options: genders, where: (value) => sql`${employees.gender} = ${value}` },
    status: {
      label: 'Status',
      options: states,
      where: (value) => (value === 'left' ? sql`${employees.leftOn} is not null` : sql`${employees.leftOn} is null`),
    },
  },
  splits: {
    gender: { label: 'Gender', by: labelOf(sql`${employees.gender}`, genders) },
    job_title: { label: 'Job title', by: sql`coalesce(${employees.jobTitle}, 'Not recorded')` },
    department: { label: 'Department', by: sql`coalesce(${employees.department}, 'Not recorded')` },
  },
  of: { Employee: { one: (record) => eq(employees.id, record) } },
  list({ record, filter, value }) {
    if (record !== null || filter === 'period') return null;
    if (filter === 'status') return value === 'left' ? '/employees?state=left' : '/employees';
    return query('/employees', { state: 'all', [filter]: value });
  },
};
