import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { fieldsIn } from '#kernel/contracts/report-fields.ts';
import type { ReportContext, ReportParts } from '#kernel/contracts/report.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import {
  contactFields,
  listOptions,
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
import { guardianListReport } from './guardian-list.report.ts';
import { guardianGroups, maySeeGuardians, visibleByInstitution } from './guardians.policy.ts';
import { guardiansOfStudents } from './guardians-of-students.reports.ts';

const person: ReportedPerson = { subject: 'guardian', table: guardians, seeing: maySeeGuardians };
const own = fieldsIn('guardian', 'guardian');
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
    own.text('title', 'Title', guardians.title, { width: 8 }),
    ...nameFields(person, 'guardian'),
    own.text('occupation', 'Occupation', guardians.occupation, { width: 18 }),
    own.text('employer', 'Employer', guardians.employer, { width: 22 }),
    own.choice('language', 'Language', guardians.language, { options: listOptions('languages', maySeeGuardians) }),
    own.choice('religion', 'Religion', guardians.religion, {
      needs: guardianGroups.religion,
      restriction: 'religion',
      options: listOptions('religions', maySeeGuardians),
    }),
    photoField(person, 'guardian'),
    children.text('children', 'Children', sql`children.names`, { width: 34 }),
    children.number('child_count', 'Number of children', sql`children.count`, { width: 10 }),
    children.text('child_batches', 'Children’s classes', sql`children.batches`, { width: 20 }),
    children.yesNo('pays_fees', 'Pays fees', sql`coalesce(children.pays, false)`, { width: 10 }),
    ...contactFields(person, 'contact'),
    ...homeFields(person, 'home'),
    ...papers.fields,
    ...account.fields,
    ...guardiansOfStudents.fields,
  ],
};
