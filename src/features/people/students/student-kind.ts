import { sql } from 'drizzle-orm';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { lockStudent } from './lock-student.ts';
import { groupVisibleTo, maySeeStudents, studentGroups, visibleTo } from './students.policy.ts';
import { findableStudents, students } from './students.schema.ts';
import type { MergeField } from '#kernel/personal-data/merge-fields.ts';
import {
  columnField,
  contactFields,
  healthFields,
  homeFields,
  nameFields,
  nextOfKinField,
  photoField,
  religionField,
} from '#features/records/people/merge-fields.ts';
import { statusField } from './merge-enrolments.ts';

/** The columns that a merge of students chooses between. */
const studentMergeFields: readonly MergeField[] = [
  ...nameFields,
  statusField,
  columnField('registration_number', 'Registration number'),
  columnField('admission_date', 'Admitted'),
  columnField('category', 'Category'),
  columnField('gender', 'Gender'),
  columnField('birth_date', 'Date of birth'),
  ...contactFields,
  ...homeFields('general'),
  columnField('language', 'Language'),
  nextOfKinField(),
  photoField,
  ...healthFields,
  religionField,
];

/** Students, for code that handles every kind of person. */
export const studentKind: PersonKind = {
  people: 'students',
  entity: 'student',
  table: students,
  findable: findableStudents,
  sees: maySeeStudents,
  seesSelf: 'students.viewSelf',
  visibleTo: (actor, from) => visibleTo(actor, from === 'findable' ? findableStudents : students),
  privateTo: (actor) => groupVisibleTo(actor, students, 'private'),
  groups: studentGroups,
  lock: lockStudent,
  edit: 'students.edit',
  mergeRoute: 'people.merge',
  opensHistory: ['students.edit'],
  create: 'students.create',
  number: { column: 'admission_number', words: 'admission number' },
  isCurrent: sql`status in ('applicant', 'active', 'suspended')`,
  cannotErase: sql<string | null>`case when ${students.status} in ('active', 'suspended', 'applicant')
    then 'A current student cannot be erased. Withdraw or transfer the student first.' end`,
  mergeFields: studentMergeFields,
  hint: sql<string | null>`concat_ws(', ', to_char(birth_date, 'FMDD Mon YYYY'), batch_name, status)`,
};
