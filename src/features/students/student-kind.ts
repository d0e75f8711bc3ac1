import type { PersonKind } from '#features/people/person-kind.ts';
import { lockStudent } from './lock-student.ts';
import { groupVisibleTo, maySeeStudents, visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/** Students, as photos and papers know them. */
export const studentKind: PersonKind = {
  people: 'students',
  entity: 'student',
  table: students,
  sees: maySeeStudents,
  visibleTo: (actor) => visibleTo(actor, students),
  privateTo: (actor) => groupVisibleTo(actor, students, 'private'),
  lock: lockStudent,
  edit: 'students.edit',
  opensHistory: ['students.edit'],
  create: 'students.create',
};
