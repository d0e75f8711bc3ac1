import type { MeaningsOf, ReportList } from '#kernel/contracts/report-list.ts';
import type { StudentFilter } from './students.list.ts';

/** The list of students as a report. */
export const studentListReport: ReportList = {
  ...{ name: 'students', subject: 'student' },
  filters: {
    ...{ class: 'class', program: 'program', gender: 'gender', category: 'student_category', religion: 'religion' },
    ...{ state: 'state', status: 'status', average: 'average', cumulative: 'cumulative', cgpa: 'cgpa' },
    ...{ position: 'position', designation: 'class_designation', promotion: 'promotion' },
    batch: { field: 'batch', missing: 'none', filled: 'any' },
    papers: { left: 'Documents' },
    // The reports of absences have every day.
    today: { left: 'Marked today' },
    admitted_from: { field: 'admission_date', end: 'from' },
    admitted_to: { field: 'admission_date', end: 'to' },
    born_from: { field: 'birth_date', end: 'from' },
    born_to: { field: 'birth_date', end: 'to' },
    // The list means enrolments of that session, a report the session of the present class.
    academic_session: { left: 'Session' },
  } satisfies MeaningsOf<StudentFilter>,
  columns: {
    ...{ name: ['surname', 'first_name', 'middle_name'], number: ['admission_number'], batch: ['batch'] },
    ...{ gender: ['gender'], birth: ['birth_date'], phone: ['phone'], admitted: ['admission_date'] },
    ...{ status: ['status'], average: ['average'], cumulative: ['cumulative'], cgpa: ['cgpa'] },
    ...{ position: ['position'], designation: ['class_designation'], promotion: ['promotion'] },
  },
  sorts: {
    ...{ name: ['surname'], number: ['admission_number'], admitted: ['admission_date'], average: ['average'] },
    ...{ cumulative: ['cumulative'], cgpa: ['cgpa'], position: ['position'], designation: ['class_designation'] },
    promotion: ['promotion'],
  },
};
