import { and, asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { genders } from '#features/records/people/genders.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';
import { endedIn } from '#features/people/students/batch-students.ts';
import { studentStatuses, studentStatusLabels } from '#features/people/students/student-status.ts';
import { groupVisibleTo, maySeeStudents, studentGroups, visibleTo } from '#features/people/students/students.policy.ts';
import { findableStudents, students } from '#features/people/students/students.schema.ts';
import { type CountedType, labelOf, query } from '../counted-type.ts';

const statusOrder = sql`array_position(${sql.param([...studentStatuses])}::text[], ${students.status})`;

const restrictedTo = (group: RestrictedGroup) => ({
  needs: studentGroups[group],
  visible: (actor: Actor) => groupVisibleTo(actor, students, group),
});

export const countedStudents: CountedType = {
  label: 'Students',
  one: 'student',
  many: 'students',
  may: maySeeStudents,
  from: sql`${students}`,
  id: sql`${students.id}`,
  visible: (actor, institutionId) => visibleTo(actor, students, institutionId),
  name: sql`concat_ws(', ', ${students.surname}, concat_ws(' ', ${students.firstName}, ${students.middleName}))`,
  detail: sql`concat_ws(' · ', ${students.admissionNumber}, ${students.batchName})`,
  search: (text) =>
    sql`(${students.institutionId}, ${students.id}) in (select f.institution_id, f.id from ${findableStudents} f where ${and(
      ...patternsOf(wordsIn(text)).map((pattern) => matches(sql`f.search_text`, pattern)),
      sql`true`,
    )})`,
  order: asc(students.sortName),
  href: '/students/',
  day: sql`${students.admissionDate}`,
  filters: {
    gender: { label: 'Gender', options: genders, where: (value) => sql`${students.gender} = ${value}` },
    status: { label: 'Status', options: studentStatusLabels, where: (value) => sql`${students.status} = ${value}` },
  },
  splits: {
    gender: { label: 'Gender', by: labelOf(sql`${students.gender}`, genders) },
    status: { label: 'Status', by: labelOf(sql`${students.status}`, studentStatusLabels), order: statusOrder },
    batch: { label: 'Class arm', by: sql`coalesce(${students.batchName}, 'Not assigned')` },
    religion: {
      label: 'Religion',
      by: sql`coalesce(${students.religion}, 'Not recorded')`,
      restricted: restrictedTo('religion'),
    },
    blood_group: {
      label: 'Blood group',
      by: sql`coalesce(${students.bloodGroup}, 'Not recorded')`,
      restricted: restrictedTo('health'),
    },
  },
  of: {
    Student: { one: (record) => eq(students.id, record) },
    Batch: {
      // Nobody has a seat in an arm of an earlier session: there the enrolments say who was in it.
      one: (record) => sql`case when exists (select from batches b
          join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and not y.is_current
          where b.institution_id = ${students.institutionId} and b.id = ${record})
        then ${endedIn(record)} else ${students.batchId} = ${record} end`,
      all: sql`${students.batchId} is not null`,
    },
    Program: {
      one: (record) => sql`${students.batchId} in (select b.id from batches b
        join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
        where b.institution_id = ${students.institutionId} and c.program_id = ${record})`,
      all: sql`${students.batchId} is not null`,
    },
  },
  list({ model, record, isPast, filter, value }) {
    if (model === 'Batch' && isPast) return filter === 'all' ? `/batches/${record}` : null;
    const inArms = record === null ? { batch: 'any' } : null;
    const of = {
      // Of one student there is a page, not a list.
      Student: record === null ? {} : undefined,
      Batch: inArms ?? { batch: record },
      Program: inArms ?? { program: record },
    }[model];
    return of && filter !== 'period' ? query('/students', { ...of, [filter]: value }) : null;
  },
};
