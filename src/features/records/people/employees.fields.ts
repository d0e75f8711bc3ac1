import { inGroup, type RecordFields } from '#kernel/record-fields/record-field.ts';
import {
  contactFields,
  healthFields,
  homeFields,
  nextOfKinFields,
  religionField,
  titleField,
} from './people.fields.ts';

/** The school's records of its staff stay when a person is erased. */
const job = { type: 'listValue', section: 'job', byHand: ['erasure'] } as const;
const qualification = { type: 'listValue', section: 'qualifications', byHand: ['erasure'] } as const;

/** The plain fields of an employee: docs/how-to/table.md. */
export const employeeFields = {
  ...titleField,
  ...contactFields,
  category: {
    ...job,
    label: 'Category',
    list: 'employeeCategories',
    width: 14,
    reportWidth: 18,
    synonyms: ['employeecategory', 'stafftype', 'staffcategory'],
  },
  department: { ...job, label: 'Department', list: 'departments', width: 18, synonyms: ['dept', 'unit', 'faculty'] },
  position: {
    ...job,
    label: 'Position',
    list: 'employeePositions',
    width: 18,
    synonyms: ['rank', 'grade', 'gradelevel', 'cadre'],
  },
  jobTitle: {
    ...job,
    label: 'Job title',
    labels: { report: 'Job Title', personalData: 'Job Title' },
    list: 'jobTitles',
    width: 20,
    reportWidth: 18,
    reportKey: 'job_position',
    synonyms: ['jobposition', 'job', 'designation', 'post', 'role'],
  },
  qualification: {
    ...qualification,
    label: 'Qualification',
    list: 'qualifications',
    width: 16,
    reportWidth: 18,
    synonyms: ['professionalqualification', 'qualifications', 'certification'],
  },
  educationalQualification: {
    ...qualification,
    label: 'Educational qualification',
    list: 'educationalQualifications',
    width: 24,
    synonyms: ['academicqualification', 'highestqualification', 'degree', 'education'],
  },
  maritalStatus: {
    label: 'Marital status',
    type: 'listValue',
    list: 'maritalStatuses',
    group: 'private',
    section: 'personal',
    width: 14,
    synonyms: ['civilstatus'],
  },
  ...inGroup(homeFields, 'private'),
  religion: { ...religionField.religion, reportWidth: 14 },
  ...healthFields,
  ...inGroup(nextOfKinFields, 'private'),
} as const satisfies RecordFields;
