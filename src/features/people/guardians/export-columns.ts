import { textColumn as text, type ChoosableColumn } from '#kernel/export/columns.ts';

/**
 * The columns of a guardian export, with the headings that the import accepts. A guardian has one row; values that differ
 * by child are listed in the order of the children, separated by semicolons.
 */
export const guardianExportColumns = {
  guardianId: { ...text('Guardian', 'Guardian ID', 11), kind: 'number' },
  title: text('Guardian', 'Title', 8),
  surname: text('Guardian', 'Surname', 18),
  firstName: text('Guardian', 'First name', 18),
  middleName: text('Guardian', 'Middle name', 18),
  gender: text('Guardian', 'Gender', 9),
  phone: text('Contact', 'Phone', 17),
  mobile: text('Contact', 'Mobile', 17),
  email: text('Contact', 'E-mail', 26),
  occupation: text('Guardian', 'Occupation', 18),
  employer: text('Guardian', 'Employer', 20),
  nationality: text('Home', 'Nationality', 14),
  country: text('Home', 'Country', 14),
  state: text('Home', 'State of origin', 16),
  lga: text('Home', 'LGA', 18),
  city: text('Home', 'City', 16),
  community: text('Home', 'Community', 16),
  address: text('Home', 'Address', 34),
  religion: text('Guardian', 'Religion', 14, { group: 'religion' }),
  language: text('Guardian', 'Language', 14),
  children: text('Children', 'Children', 24),
  relation: text('Children', 'Relation', 14),
  paysFees: text('Children', 'Pays fees', 10),
  mayCollect: text('Children', 'May collect', 11),
  receivesSms: text('Children', 'Receives SMS', 12),
  isNextOfKin: text('Children', 'Next of kin', 11),
  childrensNames: text('Children', 'Children’s names', 34, { isExtra: true }),
  photo: text('Guardian', 'Photo', 36, { isExtra: true }),
} as const satisfies Record<string, ChoosableColumn>;

export type GuardianExportColumn = keyof typeof guardianExportColumns;
