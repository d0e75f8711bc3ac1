import { isOneOfValues, type MeaningsOf, type ReportList } from '#kernel/contracts/report-list.ts';
import type { EmployeeFilter } from './employees.list.ts';

/** The list of employees as a report. Former ones are in it only when the address asks for them. */
export const employeeListReport: ReportList = {
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
