import { sql } from 'drizzle-orm';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { genders } from '#features/people/genders.ts';
import { maySeeStudents, visibleByInstitution } from './students.policy.ts';
import { students } from './students.schema.ts';

const student = { subject: 'student', group: 'student' } as const;

/** What reports can show of students. */
export const studentReports: ReportParts = {
  subjects: [
    {
      ...{ name: 'student', label: 'Students', one: 'student', many: 'students', place: 10 },
      ...{ from: sql`${students}`, id: students.id, institutionId: students.institutionId },
      rowName: sql`concat_ws(', ', ${students.surname}, concat_ws(' ', ${students.firstName}, ${students.middleName}))`,
      ...{ seeing: maySeeStudents, exporting: 'students.export', person: 'student', href: '/students/' },
      visible: (actor, wanted) => visibleByInstitution(actor, students, wanted),
      order: students.sortName,
      groups: { student: 'Student', school: 'School', contact: 'Contact', home: 'Home', custom: 'Custom fields' },
      usual: ['admission_number', 'surname', 'first_name'],
    },
  ],
  fields: [
    { ...student, key: 'admission_number', label: 'Admission number', type: 'text', value: students.admissionNumber },
    {
      ...{ ...student, key: 'surname', label: 'Surname', type: 'text', value: students.surname },
      order: { by: students.sortName, as: 'text' },
    },
    { ...student, key: 'first_name', label: 'First name', type: 'text', value: students.firstName },
    {
      ...student,
      key: 'gender',
      label: 'Gender',
      type: 'choice',
      value: sql`initcap(${students.gender})`,
      code: students.gender,
      options: genders,
    },
    {
      ...{ ...student, key: 'religion', label: 'Religion', type: 'choice', value: students.religion },
      ...{ needs: 'students.viewReligion', restriction: 'religion' },
    },
    { ...student, key: 'birth_date', label: 'Date of birth', type: 'day', value: students.birthDate },
  ],
};
