import type { Field } from './field.ts';

/** The heading is enough: a value that is wrong is a problem, and must not be left out without a word. */
export const isMeant = () => true;

const admissionNumbers = [
  'admissionnumber',
  'admissionno',
  'admno',
  'matricnumber',
  'matricno',
  'regnumber',
  'regno',
  'studentid',
];

/** Whose a row is, in files about students that are recorded; `more` are other headings of the admission number. */
export const ownerFields = (more: string[] = []) =>
  ({
    admissionNumber: {
      label: 'Admission number',
      max: 40,
      isRequired: true,
      synonyms: [...admissionNumbers, ...more],
    },
    name: {
      label: 'Name (compared)',
      max: 300,
      synonyms: ['name', 'fullname', 'studentname', 'nameofstudent', 'surname'],
      note: 'Not imported. A row whose name is not that of the student with the admission number is reported.',
    },
  }) satisfies Record<string, Field>;
