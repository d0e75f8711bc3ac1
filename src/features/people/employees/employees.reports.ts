import { sql } from 'drizzle-orm';
import { fieldsIn, fixedChoice, todayIn } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { employees } from '#features/records/people/people.schema.ts';
import {
  plainFields,
  nameFields,
  photoField,
  rowNameOf,
  type ReportedPerson,
  documentParts,
  accountParts,
  birthFields,
  homeFields,
  homeJoinsOf,
} from '#features/records/people/reported/person.ts';
import { employeeGroups, maySeeEmployees, visibleByInstitution } from './employees.policy.ts';
import { isOneOfValues, type MeaningsOf, type ReportList } from '#kernel/contracts/report-list.ts';
import type { EmployeeFilter } from './employees.list.ts';

/** The list of employees as a report. Former ones are in it only when the address asks for them. */
const employeeListReport: ReportList = {
  name: 'employees',
  subject: 'employee',
  filters: {
    job_title: 'job_position',
    position: 'position',
    category: 'category',
    qualification: 'qualification',
    educational_qualification: 'educational_qualification',
    gender: 'gender',
    department: 'department',
    sign_in: {
      rules: {
        with: [isOneOfValues('account', 'invited', 'active', 'disabled')],
        without: [isOneOfValues('account', 'none')],
      },
    },
    papers: { left: 'Documents' },
    employed_from: { field: 'employed_on', end: 'from' },
    employed_to: { field: 'employed_on', end: 'to' },
    state: {
      rules: { left: [isOneOfValues('status', 'former')], all: [] },
      otherwise: [isOneOfValues('status', 'current')],
    },
  } satisfies MeaningsOf<EmployeeFilter>,
  columns: {
    name: ['surname', 'first_name', 'middle_name'],
    number: ['employee_number'],
    jobTitle: ['job_position'],
    department: ['department'],
    category: ['category'],
    position: ['position'],
    gender: ['gender'],
    qualification: ['qualification'],
    educationalQualification: ['educational_qualification'],
    phone: ['phone', 'mobile'],
    email: ['email'],
    employed: ['employed_on'],
    left: ['left_on'],
    state: ['status'],
  },
  sorts: { name: ['surname'], number: ['employee_number'], employed: ['employed_on'] },
};

const person: ReportedPerson = {
  subject: 'employee',
  table: employees,
  seeing: maySeeEmployees,
  groups: employeeGroups,
  fields: employeeFields,
};
const isPrivate = { needs: employeeGroups.private, restriction: 'private' } as const;
const own = fieldsIn('employee', 'employee');
const kin = fieldsIn('employee', 'next_of_kin', { ...isPrivate, width: 18 });
const work = fieldsIn('employee', 'work', { width: 18 });

const state = fixedChoice(sql`case when ${employees.leftOn} is null then 'current' else 'former' end`, {
  current: 'Current',
  former: 'Former',
});
const papers = documentParts(person, 'documents', employeeGroups.private);
const account = accountParts(person, 'account');

/** What reports can show of employees. */
export const employeeReports: ReportParts = {
  subjects: [
    {
      name: 'employee',
      label: 'Employees',
      one: 'employee',
      many: 'employees',
      place: 20,
      from: sql`${employees}`,
      id: employees.id,
      institutionId: employees.institutionId,
      rowName: rowNameOf(person),
      order: employees.sortName,
      seeing: maySeeEmployees,
      exporting: 'employees.export',
      person: 'employee',
      href: '/employees/',
      visible: (actor, wanted) => visibleByInstitution(actor, employees, wanted),
      groups: {
        employee: 'Employee',
        work: 'Work',
        contact: 'Contact',
        home: 'Home',
        next_of_kin: 'Next of kin',
        health: 'Health',
        birthday: 'Birthday',
        documents: 'Documents',
        account: 'Account',
        custom: 'Custom fields',
      },
      usual: ['employee_number', 'surname', 'first_name'],
    },
  ],
  lists: [employeeListReport],
  joins: [...homeJoinsOf(person), ...papers.joins, ...account.joins],
  fields: [
    own.text('employee_number', 'Employee number', employees.employeeNumber, { width: 16 }),
    ...plainFields(person, 'employee', 'title'),
    ...nameFields(person, 'employee'),
    ...birthFields(person, employees.birthDate, { group: 'employee', birthday: 'birthday', ...isPrivate }),
    ...plainFields(person, 'employee', 'personal', 'religion'),
    photoField(person, 'employee'),
    work.choice('status', 'Status', state.value, state.more),
    ...plainFields(person, 'work', 'job', 'qualifications'),
    work.number('graduation_year', 'Year of graduation', employees.graduationYear, { isYear: true, width: 10 }),
    work.day('employed_on', 'Date of employment', employees.employedOn),
    work.number(
      'years_of_service',
      'Years of service',
      (
        context,
      ) => sql`extract(year from age(coalesce(${employees.leftOn}, ${todayIn(context, employees.institutionId)}),
        ${employees.employedOn}))::int`,
    ),
    work.day('left_on', 'Left on', employees.leftOn),
    work.text('leaving_reason', 'Reason for leaving', employees.leavingReason, { needs: 'employees.changeStatus' }),
    ...plainFields(person, 'contact', 'contact'),
    ...homeFields(person, 'home', isPrivate),
    ...plainFields(person, 'next_of_kin', 'nextOfKin'),
    kin.text('next_of_kin_relation', 'Next of kin relation', employees.nextOfKinRelation),
    ...plainFields(person, 'health', 'health'),
    ...papers.fields,
    ...account.fields,
  ],
};
