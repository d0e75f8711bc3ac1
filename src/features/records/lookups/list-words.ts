import type { ListKey } from './lookups.schema.ts';

interface ListWords {
  title: string;
  /** The singular, for buttons and messages. */
  one: string;
  about: string;
  /** The records that have a value of the list. */
  bearer: [singular: string, plural: string];
}

const people: [string, string] = ['person', 'people'];
const students: [string, string] = ['student', 'students'];
const employees: [string, string] = ['employee', 'employees'];

/** The titles and descriptions of the lists, in the order of the editor. */
export const listWords: Record<ListKey, ListWords> = {
  studentCategories: {
    title: 'Student categories',
    one: 'category',
    about: 'For example Day and Boarding.',
    bearer: students,
  },
  employeeCategories: {
    title: 'Employee categories',
    one: 'category',
    about: 'For example Teaching and Contract.',
    bearer: employees,
  },
  departments: {
    title: 'Departments',
    one: 'department',
    about: 'For example Sciences and Bursary.',
    bearer: employees,
  },
  employeePositions: {
    title: 'Positions',
    one: 'position',
    about: 'Grades of employees, such as Senior staff.',
    bearer: employees,
  },
  jobTitles: { title: 'Job titles', one: 'job title', about: 'For example Teacher and Librarian.', bearer: employees },
  qualifications: {
    title: 'Professional qualifications',
    one: 'qualification',
    about: 'Professional registrations and charters, such as TRCN.',
    bearer: employees,
  },
  educationalQualifications: {
    title: 'Educational qualifications',
    one: 'qualification',
    about: 'An employee’s highest certificate, such as NCE or B.Ed.',
    bearer: employees,
  },
  maritalStatuses: {
    title: 'Marital statuses',
    one: 'marital status',
    about: 'For employees’ records.',
    bearer: employees,
  },
  guardianRelations: {
    title: 'Relationships',
    one: 'relationship',
    about: 'How a guardian or next of kin is related, such as Mother or Uncle.',
    bearer: ['entry', 'entries'],
  },
  religions: { title: 'Religions', one: 'religion', about: 'For students, employees and guardians.', bearer: people },
  languages: { title: 'Languages', one: 'language', about: 'Languages spoken at home.', bearer: people },
  documentTypes: {
    title: 'Document types',
    one: 'document type',
    about: 'For example Birth certificate.',
    bearer: ['document', 'documents'],
  },
};

export const listKeys = Object.keys(listWords) as [ListKey, ...ListKey[]];

/** '1 student', '38 students'. */
export const bearers = (key: ListKey, count: number): string =>
  `${count.toLocaleString('en-NG')} ${listWords[key].bearer[count === 1 ? 0 : 1]}`;
