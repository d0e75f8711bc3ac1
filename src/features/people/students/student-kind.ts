import { sql } from 'drizzle-orm';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { lockStudent } from './lock-student.ts';
import { studentMergeFields } from './student-merge-fields.ts';
import { groupVisibleTo, maySeeStudents, studentGroups, visibleTo } from './students.policy.ts';
import { findableStudents, students } from './students.schema.ts';

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
