import { sql, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import { fieldsIn, fixedChoice, todayIn, latestOf } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { genders } from '#features/records/people/genders.ts';
import { classOptions, programOptions, sessionOptions } from '#features/school/structure/structure-in-view.ts';
import { applicationStates } from './admissions.ts';
import { applications } from './admissions.schema.ts';
import {
  isListed,
  ageOf,
  clock,
  hasOpenTask,
  hasSeat,
  missingPapers,
  type ApplicationFilter,
} from './desk/applications.list.ts';
import { isNo, isYes, type ListRule, type MeaningsOf, type ReportList } from '#kernel/contracts/report-list.ts';

const missing = (operator: 'is' | 'more_than'): ListRule => ({ field: 'missing_papers', operator, values: ['0'] });

/** The list of applications as a report. */
const applicationListReport: ReportList = {
  name: 'applications',
  subject: 'application',
  filters: {
    gender: 'gender',
    class: 'class',
    program: 'program',
    session: 'session',
    status: 'status',
    paper: { rules: { missing: [missing('more_than')], complete: [missing('is')] } },
    task: { rules: { open: [isYes('has_task')] } },
    seat: { rules: { seated: [isYes('has_seat')], none: [isNo('has_seat')] } },
    pin: { rules: { used: [isYes('has_pin')] } },
    fee: { rules: { paid: [isYes('has_paid')] } },
    returning: 'is_returning',
    score_from: { field: 'score', end: 'from' },
    score_to: { field: 'score', end: 'to' },
    age_from: { field: 'age', end: 'from' },
    age_to: { field: 'age', end: 'to' },
    sent_from: { field: 'submitted_on', end: 'from' },
    sent_to: { field: 'submitted_on', end: 'to' },
    intake: { left: 'Intake' },
  } satisfies MeaningsOf<ApplicationFilter>,
  columns: {
    name: ['surname', 'first_name', 'middle_name'],
    number: ['number'],
    class: ['class', 'program'],
    session: ['session'],
    status: ['status'],
    score: ['score'],
    age: ['age'],
    phone: ['phone'],
    open: ['missing_papers', 'has_task'],
    email: ['email'],
    latest: ['submitted_on'],
  },
  sorts: { name: ['surname'], score: ['-score'] },
};

const seeing = ['admissions.view'] as const;
const person = fieldsIn('application', 'applicant', { width: 18 });
const own = fieldsIn('application', 'application', { width: 14 });
const wanted = fieldsIn('application', 'application', { joins: ['intake'], width: 20 });
const exam = fieldsIn('application', 'examination', { width: 10 });

const { draft: _, ...listedStates } = applicationStates;
const status = fixedChoice(applications.status, listedStates);
const gender = fixedChoice(applications.gender, genders);
const localDay = (at: SQLWrapper) => sql`(${at} at time zone ${clock})::date`;
const guardian = (key: string) => sql`(applications.answers #>> ${sql.raw(`'{guardians,0,${key}}'`)}::text[])`;

/** What reports can show of applications. Drafts belong to their applicants. */
export const applicationReports: ReportParts = {
  subjects: [
    {
      ...latestOf(applications, seeing),
      name: 'application',
      label: 'Applications',
      one: 'application',
      many: 'applications',
      place: 60,
      rowName: sql`concat_ws(', ', ${applications.surname}, concat_ws(' ', ${applications.firstName}, ${applications.middleName}))`,
      href: '/applications/',
      exporting: 'admissions.export',
      visible: (actor, institution) =>
        institutionsInView(actor, institution, ...seeing).map(
          (id) => sql`${applications.institutionId} = ${id} and ${isListed}`,
        ),
      groups: { applicant: 'Applicant', application: 'Application', examination: 'Examination' },
      usual: ['number', 'surname', 'first_name', 'program', 'status'],
    },
  ],
  lists: [applicationListReport],
  joins: [
    {
      subject: 'application',
      name: 'intake',
      sql: sql`left join intakes intake on (intake.institution_id, intake.id) = (${applications.institutionId}, ${applications.intakeId})
        left join programs wanted_program
          on (wanted_program.institution_id, wanted_program.id) = (intake.institution_id, intake.program_id)
        left join academic_sessions wanted_session
          on (wanted_session.institution_id, wanted_session.id) = (intake.institution_id, intake.session_id)`,
    },
    {
      subject: 'application',
      name: 'wanted_class',
      sql: sql`left join classes wanted_class
        on (wanted_class.institution_id, wanted_class.id) = (${applications.institutionId}, ${applications.classId})`,
    },
  ],
  fields: [
    own.text('number', 'Number', applications.number),
    person.text('surname', 'Surname', applications.surname, { order: { by: applications.sortName, as: 'text' } }),
    person.text('first_name', 'First name', applications.firstName),
    person.text('middle_name', 'Middle name', applications.middleName),
    person.choice('gender', 'Gender', gender.value, { ...gender.more, width: 9 }),
    person.day('birth_date', 'Date of birth', applications.birthDate, { width: 13 }),
    person.number('age', 'Age on the day of the intake', ageOf, { width: 8 }),
    person.text('phone', 'Phone', applications.phone),
    person.text('email', 'E-mail', applications.email, { width: 26 }),
    person.text(
      'guardian',
      'Guardian',
      sql`nullif(concat_ws(' ', ${guardian('firstName')}, ${guardian('surname')}), '')`,
    ),
    person.text('guardian_phone', 'Guardian’s phone', guardian('mobile')),
    own.choice('status', 'Status', status.value, status.more),
    wanted.choice('program', 'Programme', sql`wanted_program.name`, {
      code: sql`intake.program_id`,
      isId: true,
      options: programOptions(seeing),
    }),
    wanted.choice('class', 'Class', sql`wanted_class.name`, {
      word: 'class',
      joins: ['wanted_class'],
      code: applications.classId,
      isId: true,
      options: classOptions(seeing),
      order: { by: sql`lpad(wanted_class.position::text, 6, '0') || ' ' || wanted_class.name`, as: 'text' },
    }),
    wanted.choice('session', 'Intake session', sql`wanted_session.name`, {
      code: sql`intake.session_id`,
      isId: true,
      options: sessionOptions(seeing),
    }),
    own.day('submitted_on', 'Submitted on', localDay(applications.submittedAt)),
    own.number(
      'days_waiting',
      'Days since submission',
      (context) => sql`${todayIn(context, applications.institutionId)} - ${localDay(applications.submittedAt)}`,
    ),
    own.day('offer_until', 'Offer until', applications.offerUntil),
    own.day('admitted_on', 'Admitted on', localDay(applications.admittedAt)),
    own.yesNo('is_returning', 'Returning student', sql`${applications.returningStudentId} is not null`),
    own.yesNo('has_paid', 'Application fee paid', sql`${applications.feePaidAt} is not null`),
    own.yesNo('has_pin', 'Pin used', sql`${applications.pinId} is not null`),
    own.number('missing_papers', 'Missing papers', missingPapers, { isSummed: true }),
    own.yesNo('has_task', 'Waiting for the applicant', hasOpenTask),
    exam.number('score', 'Score', applications.score),
    exam.number('interview', 'Interview', applications.interview),
    exam.yesNo('has_seat', 'Has an examination seat', hasSeat),
  ],
};
