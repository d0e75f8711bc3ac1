import type { MergeField } from '#kernel/personal-data/merge-fields.ts';
import {
  columnField,
  contactFields,
  healthFields,
  homeFields,
  nameFields,
  nextOfKinField,
  photoField,
  religionField,
} from '#features/records/people/merge-fields.ts';
import { statusField } from './merge-enrolments.ts';

/** The columns that a merge of students chooses between. */
export const studentMergeFields: readonly MergeField[] = [
  ...nameFields,
  statusField,
  columnField('registration_number', 'Registration number'),
  columnField('admission_date', 'Admitted'),
  columnField('category', 'Category'),
  columnField('gender', 'Gender'),
  columnField('birth_date', 'Date of birth'),
  ...contactFields,
  ...homeFields('general'),
  columnField('language', 'Language'),
  nextOfKinField(),
  photoField,
  ...healthFields,
  religionField,
];
