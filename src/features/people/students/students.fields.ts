import type { RecordFields } from '#kernel/record-fields/record-field.ts';
import {
  contactFields,
  healthFields,
  homeFields,
  inFiles,
  languageField,
  nextOfKinFields,
  religionField,
} from '#features/records/people/people.fields.ts';

/** The plain fields of a student: docs/how-to/table.md. The school's register keeps its own when a person is erased. */
export const studentFields = {
  registrationNumber: {
    label: 'Registration number',
    labels: { document: 'Registration no.' },
    type: 'line',
    section: 'numbers',
    max: 40,
    width: 18,
    synonyms: [
      'registrationno',
      'regno',
      'regnumber',
      'matricno',
      'matricnumber',
      'matriculationnumber',
      'matricula',
      'examnumber',
      'examno',
      'jambno',
    ],
    byHand: ['erasure'],
  },
  category: {
    label: 'Category',
    labels: { ...inFiles('Student category'), record: 'Student category' },
    type: 'listValue',
    list: 'studentCategories',
    section: 'school',
    width: 16,
    reportKey: 'student_category',
    synonyms: ['category', 'studenttype'],
    byHand: ['erasure'],
  },
  ...contactFields,
  ...homeFields,
  ...religionField,
  ...languageField,
  ...healthFields,
  /** If no guardian is marked as next of kin. */
  ...nextOfKinFields,
} as const satisfies RecordFields;
