import { textColumn as text, type ChoosableColumn } from '#kernel/export/columns.ts';

const day = (section: string, header: string, width: number): ChoosableColumn => ({
  section,
  header,
  width,
  kind: 'day',
});
/** Derived from other columns, so off by default. */
const isExtra = { isExtra: true } as const;

/**
 * The columns of a student export, in order. The import accepts the same headings, so an export can be imported again.
 * The last three are those of the latest published results.
 */
export const studentExportColumns = {
  admissionNumber: text('Student', 'Admission number', 18),
  registrationNumber: text('Student', 'Registration number', 18),
  surname: text('Student', 'Surname', 18),
  firstName: text('Student', 'First name', 18),
  middleName: text('Student', 'Middle name', 18),
  gender: text('Student', 'Gender', 9),
  birthDate: day('Student', 'Date of birth', 13),
  status: text('School', 'Status', 12),
  category: text('School', 'Student category', 16),
  batch: text('School', 'Batch', 16),
  admissionDate: day('School', 'Admission date', 15),
  phone: text('Contact', 'Phone', 17),
  mobile: text('Contact', 'Mobile', 17),
  email: text('Contact', 'E-mail', 26),
  nationality: text('Home', 'Nationality', 14),
  country: text('Home', 'Country', 14),
  state: text('Home', 'State of origin', 16),
  lga: text('Home', 'LGA', 18),
  city: text('Home', 'City', 16),
  community: text('Home', 'Community', 16),
  address: text('Home', 'Address', 34),
  religion: text('Student', 'Religion', 14, { group: 'religion' }),
  language: text('Student', 'Language', 14),
  bloodGroup: text('Student', 'Blood group', 12, { group: 'health' }),
  genotype: text('Student', 'Genotype', 10, { group: 'health' }),
  nextOfKinName: text('Next of kin', 'Next of kin name', 26),
  nextOfKinPhone: text('Next of kin', 'Next of kin telephone number', 18),
  nextOfKinRelation: text('Next of kin', 'Next of kin relation', 18),
  age: { ...text('Student', 'Age', 6, isExtra), kind: 'number' },
  photo: text('Student', 'Photo', 36, isExtra),
  class: text('School', 'Class', 14, isExtra),
  program: text('School', 'Programme', 22, isExtra),
  academicSession: text('School', 'Academic session', 16, isExtra),
  subjects: text('School', 'Subjects', 40, isExtra),
  promotion: text('School', 'Promotion', 12, isExtra),
  position: { ...text('Results', 'Position', 9, isExtra), kind: 'number' },
  cgpa: { ...text('Results', 'CGPA', 8, isExtra), kind: 'number' },
  classDesignation: text('Results', 'Class designation', 18, isExtra),
} as const satisfies Record<string, ChoosableColumn>;

export type StudentExportColumn = keyof typeof studentExportColumns;
export const studentExportKeys = Object.keys(studentExportColumns) as [StudentExportColumn, ...StudentExportColumn[]];
/** The columns selected by default: those that the import accepts, without restricted groups. */
export const importableKeys: readonly StudentExportColumn[] = studentExportKeys.filter(
  (key) => !(studentExportColumns[key] as ChoosableColumn).isExtra,
);
