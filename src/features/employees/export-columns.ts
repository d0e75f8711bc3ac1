import { textColumn as text, type ChoosableColumn } from '#kernel/export/columns.ts';

const isPrivate = { group: 'private' } as const;

/** The columns of an employee export, in order, with the headings that the import accepts. */
export const employeeExportColumns = {
  employeeNumber: text('Employee', 'Employee number', 16),
  title: text('Employee', 'Title', 8),
  surname: text('Employee', 'Surname', 18),
  firstName: text('Employee', 'First name', 18),
  middleName: text('Employee', 'Middle name', 18),
  gender: text('Employee', 'Gender', 9),
  birthDate: { ...text('Employee', 'Date of birth', 13, isPrivate), kind: 'day' },
  maritalStatus: text('Employee', 'Marital status', 14, isPrivate),
  category: text('Work', 'Category', 14),
  department: text('Work', 'Department', 18),
  position: text('Work', 'Position', 18),
  jobTitle: text('Work', 'Job title', 20),
  qualification: text('Work', 'Qualification', 16),
  educationalQualification: text('Work', 'Educational qualification', 24),
  employedOn: { ...text('Work', 'Date of employment', 18), kind: 'day' },
  leftOn: { ...text('Work', 'Left on', 12), kind: 'day' },
  leavingReason: text('Work', 'Reason for leaving', 24),
  phone: text('Contact', 'Phone', 17),
  mobile: text('Contact', 'Mobile', 17),
  email: text('Contact', 'E-mail', 26),
  nationality: text('Home', 'Nationality', 14, isPrivate),
  country: text('Home', 'Country', 14, isPrivate),
  state: text('Home', 'State of origin', 16, isPrivate),
  lga: text('Home', 'LGA', 18, isPrivate),
  city: text('Home', 'City', 16, isPrivate),
  community: text('Home', 'Community', 16, isPrivate),
  address: text('Home', 'Address', 34, isPrivate),
  religion: text('Employee', 'Religion', 14, { group: 'religion' }),
  bloodGroup: text('Employee', 'Blood group', 12, { group: 'health' }),
  genotype: text('Employee', 'Genotype', 10, { group: 'health' }),
  nextOfKinName: text('Next of kin', 'Next of kin name', 26, isPrivate),
  nextOfKinPhone: text('Next of kin', 'Next of kin telephone number', 18, isPrivate),
  nextOfKinRelation: text('Next of kin', 'Next of kin relation', 18, isPrivate),
  age: { ...text('Employee', 'Age', 6, { ...isPrivate, isExtra: true }), kind: 'number' },
  photo: text('Employee', 'Photo', 36, { isExtra: true }),
} as const satisfies Record<string, ChoosableColumn>;

export type EmployeeExportColumn = keyof typeof employeeExportColumns;
