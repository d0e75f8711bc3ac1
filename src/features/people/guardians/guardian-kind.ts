import { sql } from 'drizzle-orm';
import type { MergeField } from '#kernel/personal-data/merge-fields.ts';
import {
  columnField,
  contactFields,
  homeFields,
  nameFields,
  photoField,
  religionField,
} from '#features/records/people/merge-fields.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { findableGuardians, guardians } from '#features/records/people/people.schema.ts';
import { calledGuardian } from './guardian-fields.ts';
import { groupVisibleTo, guardianGroups, maySeeGuardians, visibleTo } from './guardians.policy.ts';
import { lockGuardian } from './lock-guardian.ts';

const mergeFields: readonly MergeField[] = [
  columnField('title', 'Title'),
  ...nameFields,
  columnField('gender', 'Gender'),
  ...contactFields,
  columnField('occupation', 'Occupation'),
  columnField('employer', 'Employer'),
  ...homeFields('general'),
  columnField('language', 'Language'),
  photoField,
  religionField,
];

/** Guardians, for code that handles every kind of person. */
export const guardianKind: PersonKind = {
  people: 'guardians',
  entity: 'guardian',
  table: guardians,
  findable: findableGuardians,
  sees: maySeeGuardians,
  seesSelf: 'guardians.viewSelf',
  visibleTo: (actor, from) => visibleTo(actor, from === 'findable' ? findableGuardians : guardians),
  privateTo: (actor) => groupVisibleTo(actor, guardians, 'private'),
  groups: guardianGroups,
  lock: lockGuardian,
  edit: 'guardians.edit',
  mergeRoute: 'people.merge',
  opensHistory: ['guardians.edit', 'students.view'],
  create: 'guardians.edit',
  nameOf: calledGuardian,
  number: null,
  isCurrent: sql`anonymised_at is null`,
  // Written out, because drizzle omits the table name of columns in a select from a single table.
  cannotErase: sql<string | null>`case when exists (select from student_guardians l
      join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
      where (l.institution_id, l.guardian_id) = (guardians.institution_id, guardians.id)
      and s.status in ('active', 'suspended', 'applicant') and s.merged_into_id is null)
    then 'A child of this guardian is a current student. Withdraw or transfer the child first.' end`,
  mergeFields,
  hint: sql<string | null>`concat_ws(', ', coalesce(mobile, phone), email, occupation)`,
};
