import { sql } from 'drizzle-orm';
import { institutionsWhere } from '#kernel/actor.ts';
import { fieldsIn, fixedChoice, todayIn } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import {
  plainFields,
  nameFields,
  photoField,
  rowNameOf,
  type ReportedPerson,
  documentParts,
  accountParts,
  birthFields,
  homeFields,
  homeJoinsOf,
} from '#features/records/people/reported/person.ts';
import { batchField, seatFields, seatJoins } from '#features/school/structure/structure-in-view.ts';
import { enrolmentOutcomes, sessionOutcomes } from './enrolment-outcomes.ts';
import { nobodyNow } from './nobody-now.ts';
import { studentStatusLabels } from './student-status.ts';
import { maySeeStudents, studentGroups, visibleByInstitution } from './students.policy.ts';
import { students } from './students.schema.ts';
import { studentFields } from './students.fields.ts';
import type { MeaningsOf, ReportList } from '#kernel/contracts/report-list.ts';
import type { StudentFilter } from './students.list.ts';

/** The list of students as a report. */
const studentListReport: ReportList = {
  name: 'students',
  subject: 'student',
  filters: {
    class: 'class',
    program: 'program',
    gender: 'gender',
    category: 'student_category',
    religion: 'religion',
    state: 'state',
    status: 'status',
    average: 'average',
    cumulative: 'cumulative',
    cgpa: 'cgpa',
    position: 'position',
    designation: 'class_designation',
    promotion: 'promotion',
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
    name: ['surname', 'first_name', 'middle_name'],
    number: ['admission_number'],
    batch: ['batch'],
    gender: ['gender'],
    birth: ['birth_date'],
    phone: ['phone'],
    admitted: ['admission_date'],
    status: ['status'],
    average: ['average'],
    cumulative: ['cumulative'],
    cgpa: ['cgpa'],
    position: ['position'],
    designation: ['class_designation'],
    promotion: ['promotion'],
  },
  sorts: {
    name: ['surname'],
    number: ['admission_number'],
    admitted: ['admission_date'],
    average: ['average'],
    cumulative: ['cumulative'],
    cgpa: ['cgpa'],
    position: ['position'],
    designation: ['class_designation'],
    promotion: ['promotion'],
  },
};

const person: ReportedPerson = {
  subject: 'student',
  table: students,
  seeing: maySeeStudents,
  groups: studentGroups,
  fields: studentFields,
};
const own = fieldsIn('student', 'student');
const school = fieldsIn('student', 'school');
const kin = fieldsIn('student', 'next_of_kin', { joins: ['kin'], width: 18 });

const status = fixedChoice(students.status, studentStatusLabels);
const outcome = fixedChoice(
  sql`promotion.outcome`,
  Object.fromEntries(sessionOutcomes.map((key) => [key, enrolmentOutcomes[key]!])),
);
const papers = documentParts(person, 'documents', studentGroups.private);
const account = accountParts(person, 'account');

/** The guardian marked as next of kin, for users who see guardians; otherwise what is on the student's record. */
const ofKin = (column: 'name' | 'phone' | 'relation') => {
  const guardian = {
    name: sql`concat_ws(' ', kinsperson.first_name, kinsperson.middle_name, kinsperson.surname)`,
    phone: sql`coalesce(kinsperson.mobile, kinsperson.phone)`,
    relation: sql`kin.relation`,
  };
  const written = {
    name: students.nextOfKinName,
    phone: students.nextOfKinPhone,
    relation: students.nextOfKinRelation,
  };
  return sql`case when kin.guardian_id is null then ${written[column]} else ${guardian[column]} end`;
};

/** Compulsory courses of the batch, and the student's electives. */
const subjects = sql`(select nullif(string_agg(distinct c.code, '; '), '') from course_offerings o
  join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
  where o.institution_id = ${students.institutionId} and o.batch_id = ${students.batchId}
    and (c.elective_group is null or exists (select from student_electives e where e.institution_id = o.institution_id
      and e.student_id = ${students.id} and e.offering_id = o.id)))`;

/** What reports can show of students. */
export const studentReports: ReportParts = {
  subjects: [
    {
      name: 'student',
      label: 'Students',
      one: 'student',
      many: 'students',
      place: 10,
      from: sql`${students}`,
      id: students.id,
      institutionId: students.institutionId,
      rowName: rowNameOf(person),
      order: students.sortName,
      seeing: maySeeStudents,
      exporting: 'students.export',
      person: 'student',
      href: '/students/',
      visible: (actor, wanted) => visibleByInstitution(actor, students, wanted),
      groups: {
        student: 'Student',
        school: 'School',
        results: 'Results',
        attendance: 'Attendance',
        contact: 'Contact',
        home: 'Home',
        next_of_kin: 'Next of kin',
        guardians: 'Guardians',
        money: 'Fees',
        health: 'Health',
        birthday: 'Birthday',
        documents: 'Documents',
        account: 'Account',
        custom: 'Custom fields',
      },
      usual: ['admission_number', 'surname', 'first_name'],
    },
  ],
  lists: [studentListReport],
  joins: [
    ...homeJoinsOf(person),
    ...seatJoins('student', students),
    {
      subject: 'student',
      name: 'kin',
      sql: ({
        actor,
      }) => sql`left join student_guardians kin on (kin.institution_id, kin.student_id) = (${students.institutionId}, ${students.id})
          and kin.is_next_of_kin
          and kin.institution_id = any(${sql.param(institutionsWhere(actor, 'guardians.view', 'guardians.viewOwn'))}::int[])
        left join guardians kinsperson on (kinsperson.institution_id, kinsperson.id) = (kin.institution_id, kin.guardian_id)`,
    },
    {
      subject: 'student',
      name: 'promotion',
      sql: sql`left join lateral (select e.outcome from enrolments e
        where e.institution_id = ${students.institutionId} and e.student_id = ${students.id}
          and e.outcome in (${sql.raw(sessionOutcomes.map((key) => `'${key}'`).join(', '))})
        order by e.to_date desc, e.id desc limit 1) promotion on true`,
    },
    ...papers.joins,
    ...account.joins,
  ],
  fields: [
    own.text('admission_number', 'Admission number', students.admissionNumber, { width: 18 }),
    ...plainFields(person, 'student', 'numbers'),
    ...nameFields(person, 'student'),
    ...birthFields(person, students.birthDate, { group: 'student', birthday: 'birthday' }),
    ...plainFields(person, 'student', 'personal', 'religion'),
    photoField(person, 'student'),
    ...plainFields(person, 'health', 'health'),
    school.choice('status', 'Status', status.value, { ...status.more, width: 12 }),
    ...plainFields(person, 'school', 'school'),
    batchField('student', 'school', maySeeStudents, {
      name: students.batchName,
      id: students.batchId,
      note: nobodyNow,
    }),
    ...seatFields('student', 'school', maySeeStudents),
    school.text('subject', 'Subject', subjects, { word: 'course', isOnlyShown: true, width: 40 }),
    school.day('admission_date', 'Admission date', students.admissionDate, { width: 15 }),
    school.number(
      'days_since_admission',
      'Days since admission',
      (context) => sql`${todayIn(context, students.institutionId)} - ${students.admissionDate}`,
    ),
    school.choice('promotion', 'Promotion', outcome.value, {
      ...outcome.more,
      joins: ['promotion'],
      needs: 'results.view',
      width: 18,
    }),
    ...plainFields(person, 'contact', 'contact'),
    ...homeFields(person, 'home'),
    kin.text('next_of_kin_name', 'Next of kin name', ofKin('name'), { width: 26 }),
    kin.text('next_of_kin_phone', 'Next of kin telephone number', ofKin('phone')),
    kin.text('next_of_kin_relation', 'Next of kin relation', ofKin('relation')),
    ...papers.fields,
    ...account.fields,
  ],
};
