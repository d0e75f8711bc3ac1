import type { ExportColumn } from '#kernel/export/columns.ts';

/**
 * What a file of students can hold, in the order of its columns. The headings are those that the import knows, so that
 * what was exported can be imported again; the last two say of the batch what it implies, and are chosen on purpose.
 */
export const studentExportColumns = {
  admissionNumber: { header: 'Admission number', kind: 'text', width: 18 },
  registrationNumber: { header: 'Registration number', kind: 'text', width: 18 },
  surname: { header: 'Surname', kind: 'text', width: 18 },
  firstName: { header: 'First name', kind: 'text', width: 18 },
  middleName: { header: 'Middle name', kind: 'text', width: 18 },
  gender: { header: 'Gender', kind: 'text', width: 9 },
  birthDate: { header: 'Date of birth', kind: 'day', width: 13 },
  status: { header: 'Status', kind: 'text', width: 12 },
  batch: { header: 'Batch', kind: 'text', width: 16 },
  admissionDate: { header: 'Admission date', kind: 'day', width: 15 },
  phone: { header: 'Phone', kind: 'text', width: 17 },
  email: { header: 'E-mail', kind: 'text', width: 26 },
  country: { header: 'Country', kind: 'text', width: 14 },
  state: { header: 'State of origin', kind: 'text', width: 16 },
  lga: { header: 'LGA', kind: 'text', width: 18 },
  city: { header: 'City', kind: 'text', width: 16 },
  community: { header: 'Community', kind: 'text', width: 16 },
  address: { header: 'Address', kind: 'text', width: 34 },
  religion: { header: 'Religion', kind: 'text', width: 14 },
  language: { header: 'Language', kind: 'text', width: 14 },
  bloodGroup: { header: 'Blood group', kind: 'text', width: 12 },
  class: { header: 'Class', kind: 'text', width: 14 },
  program: { header: 'Program', kind: 'text', width: 22 },
} as const satisfies Record<string, ExportColumn>;

export type StudentExportColumn = keyof typeof studentExportColumns;
export const studentExportKeys = Object.keys(studentExportColumns) as [StudentExportColumn, ...StudentExportColumn[]];
/** What a file holds when nobody chooses. */
export const usualExportKeys: readonly StudentExportColumn[] = studentExportKeys.filter(
  (key) => key !== 'class' && key !== 'program',
);
