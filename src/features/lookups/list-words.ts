import type { ListKey } from './lookups.schema.ts';

interface ListWords {
  title: string;
  /** One word of it, as buttons and messages call it. */
  one: string;
  about: string;
  /** Who bears the words. */
  bearer: [one: string, many: string];
}

const people: [string, string] = ['person', 'people'];

/** What the lists are called, in the order in which they are offered for editing. */
export const listWords: Record<ListKey, ListWords> = {
  studentCategories: {
    title: 'Student categories',
    one: 'category',
    about: 'What kinds of students there are, such as Day and Boarding.',
    bearer: ['student', 'students'],
  },
  employeeCategories: {
    title: 'Employee categories',
    one: 'category',
    about: 'How people are employed, such as Teaching and Contract.',
    bearer: ['employee', 'employees'],
  },
  departments: {
    title: 'Departments',
    one: 'department',
    about: 'Where employees belong, such as Sciences and Bursary.',
    bearer: ['employee', 'employees'],
  },
  employeePositions: {
    title: 'Positions',
    one: 'position',
    about: 'The grades of employees, such as Senior staff.',
    bearer: ['employee', 'employees'],
  },
  jobTitles: {
    title: 'Job titles',
    one: 'job title',
    about: 'What employees are, such as Teacher and Librarian.',
    bearer: ['employee', 'employees'],
  },
  qualifications: {
    title: 'Professional qualifications',
    one: 'qualification',
    about: 'What employees are registered or chartered as, such as TRCN.',
    bearer: ['employee', 'employees'],
  },
  educationalQualifications: {
    title: 'Educational qualifications',
    one: 'qualification',
    about: 'The highest certificate of an employee, such as NCE and B.Ed.',
    bearer: ['employee', 'employees'],
  },
  maritalStatuses: {
    title: 'Marital statuses',
    one: 'marital status',
    about: 'Whether an employee is married.',
    bearer: ['employee', 'employees'],
  },
  guardianRelations: {
    title: 'Relations',
    one: 'relation',
    about: 'What a guardian or a next of kin is to somebody, such as Mother and Uncle.',
    bearer: ['tie', 'ties'],
  },
  religions: { title: 'Religions', one: 'religion', about: 'Of students, employees and guardians.', bearer: people },
  languages: { title: 'Languages', one: 'language', about: 'What is spoken at home.', bearer: people },
  documentTypes: {
    title: 'Types of documents',
    one: 'type',
    about: 'Which papers are kept of people, such as Birth certificate.',
    bearer: ['document', 'documents'],
  },
};

export const listKeys = Object.keys(listWords) as [ListKey, ...ListKey[]];

/** '1 student', '38 students'. */
export const bearers = (key: ListKey, count: number): string =>
  `${count.toLocaleString('en-NG')} ${listWords[key].bearer[count === 1 ? 0 : 1]}`;
