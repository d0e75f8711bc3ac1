import { type SQL, sql } from 'drizzle-orm';
import { fieldsIn } from '#kernel/contracts/report-fields.ts';
import type { ReportContext, ReportParts, ReportField, ReportJoin } from '#kernel/contracts/report.ts';
import { guardianFields } from '#features/records/people/people.fields.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import {
  plainFields,
  nameFields,
  photoField,
  rowNameOf,
  type ReportedPerson,
  documentParts,
  accountParts,
  homeFields,
  homeJoinsOf,
} from '#features/records/people/reported/person.ts';
import { maySeeStudents, visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { guardianGroups, maySeeGuardians, visibleByInstitution } from './guardians.policy.ts';
import { isNo, isOneOfValues, isYes, type MeaningsOf, type ReportList } from '#kernel/contracts/report-list.ts';
import type { GuardianFilter } from './guardians.list.ts';

/** Those who see students and guardians of their own batches see the guardians of every student whom they see. */
const needs = ['guardians.view', 'guardians.viewOwn'] as const;
const ofAll = fieldsIn('student', 'guardians', { needs, joins: ['guardians'], width: 30 });
const ofFirst = fieldsIn('student', 'guardians', { needs, joins: ['first_guardian'], width: 18 });
const ofPayer = fieldsIn('student', 'guardians', { needs, joins: ['fee_payer'], width: 18 });

const linked = sql`from student_guardians k join guardians g on (g.institution_id, g.id) = (k.institution_id, k.guardian_id)
  where k.institution_id = ${students.institutionId} and k.student_id = ${students.id}`;
const named = sql`concat_ws(' ', g.title, g.first_name, g.surname)`;
const phone = sql`coalesce(g.mobile, g.phone)`;
const address = sql`nullif(concat_ws(', ', nullif(g.address, ''), nullif(g.community, ''), nullif(g.city, '')), '')`;
const inOrder = sql`order by k.position, k.guardian_id`;
const one = sql`select ${named} as name, k.relation, ${phone} as phone, g.email, ${address} as address`;

/** The guardians of a student: all of them, the one to call first, and the one who pays. */
const guardiansOfStudents: { joins: ReportJoin[]; fields: ReportField[] } = {
  joins: [
    {
      subject: 'student',
      name: 'guardians',
      sql: sql`left join lateral (select count(*)::int as count,
          string_agg(${named} || coalesce(' (' || k.relation || ')', ''), '; ' ${inOrder}) as names,
          string_agg(${phone}, '; ' ${inOrder}) as phones, string_agg(g.email, '; ' ${inOrder}) as emails
        ${linked}) all_guardians on true`,
    },
    {
      subject: 'student',
      name: 'first_guardian',
      sql: sql`left join lateral (${one} ${linked} ${inOrder} limit 1) first_guardian on true`,
    },
    {
      subject: 'student',
      name: 'fee_payer',
      sql: sql`left join lateral (${one} ${linked} and k.pays_fees ${inOrder} limit 1) fee_payer on true`,
    },
  ],
  fields: [
    ofFirst.text('guardian_name', 'Guardian', sql`first_guardian.name`, { width: 26 }),
    ofFirst.text('guardian_relation', 'Guardian’s relation', sql`first_guardian.relation`),
    ofFirst.text('guardian_phone', 'Guardian’s phone', sql`first_guardian.phone`),
    ofFirst.text('guardian_email', 'Guardian’s e-mail', sql`first_guardian.email`, { width: 26 }),
    ofFirst.text('guardian_address', 'Guardian’s address', sql`first_guardian.address`, { width: 34 }),
    ofAll.text('guardian_names', 'All guardians', sql`all_guardians.names`, { width: 40 }),
    ofAll.text('guardian_phones', 'All guardians’ phones', sql`all_guardians.phones`),
    ofAll.text('guardian_emails', 'All guardians’ e-mails', sql`all_guardians.emails`),
    ofAll.number('guardian_count', 'Number of guardians', sql`all_guardians.count`, { width: 10 }),
    ofPayer.text('fee_payer', 'Fee payer', sql`fee_payer.name`, { width: 26 }),
    ofPayer.text('fee_payer_phone', 'Fee payer’s phone', sql`fee_payer.phone`),
    ofPayer.text('fee_payer_email', 'Fee payer’s e-mail', sql`fee_payer.email`, { width: 26 }),
  ],
};

/** The list of guardians as a report. */
const guardianListReport: ReportList = {
  name: 'guardians',
  subject: 'guardian',
  filters: {
    sign_in: {
      rules: {
        with: [isOneOfValues('account', 'invited', 'active', 'disabled')],
        without: [isOneOfValues('account', 'none')],
      },
    },
    pays_fees: { rules: { yes: [isYes('pays_fees')], no: [isNo('pays_fees')] } },
    papers: { left: 'Documents' },
  } satisfies MeaningsOf<GuardianFilter>,
  columns: {
    name: ['surname', 'first_name', 'middle_name'],
    phone: ['mobile', 'phone'],
    email: ['email'],
    children: ['child_count'],
    occupation: ['occupation'],
    signIn: ['account'],
  },
  sorts: { name: ['surname'] },
};

const person: ReportedPerson = {
  subject: 'guardian',
  table: guardians,
  seeing: maySeeGuardians,
  groups: guardianGroups,
  fields: guardianFields,
};
const children = fieldsIn('guardian', 'children', { joins: ['children'], needs: maySeeStudents });
const papers = documentParts(person, 'documents', guardianGroups.private);
const account = accountParts(person, 'account');

/** Children whom the reader can see. */
const childrenJoin = ({ actor, wanted }: ReportContext): SQL => sql`left join lateral (
  select count(*)::int as count, bool_or(k.pays_fees) as pays,
    string_agg(concat_ws(' ', students.first_name, students.surname), '; ' order by students.sort_name, students.id) as names,
    string_agg(distinct students.batch_name, '; ') as batches
  from student_guardians k join students on (students.institution_id, students.id) = (k.institution_id, k.student_id)
  where k.institution_id = ${guardians.institutionId} and k.guardian_id = ${guardians.id}
    and ${visibleStudents(actor, students, wanted)}) children on true`;

/** What reports can show of guardians, and of students' guardians. */
export const guardianReports: ReportParts = {
  subjects: [
    {
      name: 'guardian',
      label: 'Guardians',
      one: 'guardian',
      many: 'guardians',
      place: 30,
      from: sql`${guardians}`,
      id: guardians.id,
      institutionId: guardians.institutionId,
      rowName: rowNameOf(person),
      order: guardians.sortName,
      seeing: maySeeGuardians,
      exporting: 'guardians.export',
      person: 'guardian',
      href: '/guardians/',
      visible: (actor, wanted) => visibleByInstitution(actor, guardians, wanted),
      groups: {
        guardian: 'Guardian',
        children: 'Children',
        contact: 'Contact',
        home: 'Home',
        documents: 'Documents',
        account: 'Account',
        custom: 'Custom fields',
      },
      usual: ['surname', 'first_name', 'mobile', 'children'],
    },
  ],
  lists: [guardianListReport],
  joins: [
    ...homeJoinsOf(person),
    { subject: 'guardian', name: 'children', sql: childrenJoin },
    ...papers.joins,
    ...account.joins,
    ...guardiansOfStudents.joins,
  ],
  fields: [
    ...plainFields(person, 'guardian', 'title'),
    ...nameFields(person, 'guardian'),
    ...plainFields(person, 'guardian', 'work', 'personal', 'religion'),
    photoField(person, 'guardian'),
    children.text('children', 'Children', sql`children.names`, { width: 34 }),
    children.number('child_count', 'Number of children', sql`children.count`, { width: 10 }),
    children.text('child_batches', 'Children’s classes', sql`children.batches`, { width: 20 }),
    children.yesNo('pays_fees', 'Pays fees', sql`coalesce(children.pays, false)`, { width: 10 }),
    ...plainFields(person, 'contact', 'contact'),
    ...homeFields(person, 'home'),
    ...papers.fields,
    ...account.fields,
    ...guardiansOfStudents.fields,
  ],
};
