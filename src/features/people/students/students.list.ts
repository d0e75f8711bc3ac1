import { eq, inArray, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, isOneOf } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { id, list, choice } from '#kernel/schemas.ts';
import { customColumns } from '#features/records/custom-fields/definition-fields.ts';
import { mayExportPeople } from '#features/records/custom-fields/export-people.ts';
import { customFilter } from '#features/records/custom-fields/custom-field-condition.ts';
import { filtersOf, type Needs } from '#features/records/people/list/list-order.ts';
import { peopleList, type FilterOf } from '#features/records/people/list/people-list.ts';
import { batchChoices, chosenBatches, programChoices } from '#features/school/structure/choices.queries.ts';
import { statesInView, listValuesInView } from './profile/custom-fields.queries.ts';
import { designationsInView, resultFilters, resultSorts } from './result-figures.ts';
import { resultColumns, type ResultColumn } from './result-summary.ts';
import { studentKind } from './student-kind.ts';
import { studentStatuses } from './student-status.ts';
import { maySeeStudents, studentGroups, visibleByInstitution } from './students.policy.ts';
import { findableStudents, studentNames, students } from './students.schema.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { marksOfToday } from './marks-of-today.ts';

type MarkedTodayStudentTable = typeof students | typeof findableStudents;

const needs: Needs = { permission: 'attendance.view', subject: 'attendance' };

/** Students with a mark in a register of today, by the clock of their institution. */
const markedToday = {
  ...filterBy(
    choice(marksOfToday),
    (kind, table: MarkedTodayStudentTable, { actor }): SQL => sql`(${table.institutionId}, ${table.id}) in (
      select m.institution_id, m.student_id from marks_today m
      where m.kind = ${kind} and ${isOneOf(sql`m.institution_id`, institutionsWhere(actor, needs.permission))})`,
  ),
  needs,
};

type StudentTable = typeof students | typeof findableStudents;
const { by, word, from, until, gender, papers } = filtersOf<StudentTable>();

const inBatches = (condition: (value: number) => SQL) => (value: number, table: StudentTable) =>
  sql`${table.batchId} in (select id from batches where institution_id = ${table.institutionId} and ${condition(value)})`;

const filters = {
  custom: customFilter<StudentTable>('student'),
  ...resultFilters,
  today: markedToday,
  class: by(
    id,
    inBatches((value) => sql`class_id = ${value}`),
  ),
  program: by(
    id,
    inBatches((value) => sql`class_id in (select c.id from classes c where c.program_id = ${value})`),
  ),
  gender,
  category: word('category'),
  religion: {
    ...word('religion'),
    restriction: {
      group: 'religion',
      subject: 'religion',
      note: (value: string) => `Religion: ${value}`,
      isSecret: true,
    },
  },
  papers: papers('student'),
  state: by(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/), (value, table) => eq(table.stateId, value)),
  admitted_from: from('admissionDate'),
  admitted_to: until('admissionDate'),
  born_from: from('birthDate'),
  born_to: until('birthDate'),
  academic_session: by(
    id,
    (value, table) => sql`exists (select from enrolments e where e.institution_id = ${table.institutionId}
      and e.session_id = ${value} and e.student_id = ${table.id})`,
  ),
  status: {
    type: list(z.enum(studentStatuses)).optional(),
    where: (values: (typeof studentStatuses)[number][], table: StudentTable) => inArray(table.status, values),
  },
  batch: by(z.union([z.literal('none'), z.literal('any'), id]), (value, table) => {
    if (value === 'none') return isNull(table.batchId);
    return value === 'any' ? isNotNull(table.batchId) : eq(table.batchId, value);
  }),
} as const;

const names = ['institutionId', 'id', 'surname', 'firstName', 'middleName', 'admissionNumber'] as const;
const details = ['gender', 'birthDate', 'status', 'admissionDate', 'phone', 'batchId', 'batchName'] as const;
const columns = [...names, ...details];
export type StudentRow = Pick<typeof students.$inferSelect, (typeof columns)[number]>;

/** Students in the order of the filter. A search by name shows matches at the start of a name first. */
export const studentList = peopleList<StudentRow, StudentTable, typeof filters>({
  entity: 'student',
  table: students,
  findable: findableStudents,
  names: studentNames,
  columns,
  filters,
  seeing: maySeeStudents,
  seeingAll: 'students.view',
  groups: studentGroups,
  visible: visibleByInstitution,
  narrow: ['batch', 'class', 'program', 'academic_session'],
  sorts: { name: 'sortName', number: 'admissionNumber', admitted: { day: 'admissionDate' }, ...resultSorts },
  lookups: ({ filter }) => batchIn(filter['academic_session'] as number | undefined),
});
export type StudentFilter = FilterOf<typeof studentList>;

/** A student's last enrolment `e` in a session. */
export const enrolmentIn = (session: number, student: { institutionId: SQLWrapper; id: SQLWrapper }) =>
  sql`e.institution_id = ${student.institutionId} and e.student_id = ${student.id} and e.session_id = ${session}
    order by e.from_date desc, e.id desc limit 1`;
const listedStudent = { institutionId: sql.raw('s."institutionId"'), id: sql.raw('s.id') };

/** When filtered by session, the batch of that session. */
const batchIn = (session: number | undefined): Record<string, SQL> =>
  session
    ? {
        batchName: sql`(select b.name from enrolments e
          join batches b on b.institution_id = e.institution_id and b.id = e.batch_id
          where ${enrolmentIn(session, listedStudent)})`,
      }
    : {};

/** The choices of filters and batch assignment. */
export async function studentChoices(
  db: Db,
  actor: Actor,
  { batch, class: classId, institution_id: wanted }: StudentFilter,
) {
  const inForce = { batch: typeof batch === 'number' ? batch : undefined, class: classId };
  const [batches, chosen, programs, categories, religions, states, designations, own] = await Promise.all([
    batchChoices(db, actor, wanted),
    inForce.batch || inForce.class ? chosenBatches(db, actor, inForce) : [],
    programChoices(db, actor, wanted),
    listValuesInView(db, actor, 'studentCategories', wanted),
    studentList.sees(actor, 'religion', wanted) ? listValuesInView(db, actor, 'religions', wanted) : [],
    statesInView(db, actor, wanted),
    designationsInView(db, actor, wanted),
    customColumns(db, actor, studentKind, wanted),
  ]);
  return {
    batches: batches.isMore ? chosen : batches.rows,
    /** Set if there are more choices, which filters and assignment then fetch. */
    moreBatches: batches.isMore,
    programs,
    categories,
    religions,
    states,
    designations,
    own,
    papers: studentList.sees(actor, 'private', wanted),
  };
}

export function mayInStudentList(actor: Actor, filter: StudentFilter) {
  const holds = (permission: Permission) => institutionsWhere(actor, permission).length > 0;
  return {
    seeAll: holds('students.view'),
    /** Students in the user's own classes and subjects. */
    seeOwn: holds('students.viewOwn'),
    create: holds('students.create'),
    assignBatch: holds('students.assignBatch'),
    changeStatus: holds('students.changeStatus'),
    merge: holds('people.merge'),
    results: fittingResults(actor, filter),
    attendance: institutionsInView(actor, filter.institution_id, 'attendance.view').length > 0,
    message: holds('messages.send') || holds('messages.sendOwn'),
    import: holds('students.import'),
    photos: holds('students.edit'),
    cards: holds('students.export'),
    export: mayExportPeople(actor, { permission: 'students.export', seeing: maySeeStudents }, filter.institution_id),
  };
}

const ofGradePoints: readonly ResultColumn[] = ['cgpa', 'designation'];

/**
 * What the list of students can show of results: averages and positions of schools, grade points of colleges, and what
 * the address sorts or filters by in any case. Empty for users who do not see results.
 */
function fittingResults(actor: Actor, asked: { institution_id?: number; sort?: string }): ResultColumn[] {
  const seen = institutionsInView(actor, asked.institution_id, 'results.view');
  if (seen.length === 0) return [];
  const uses = new Set(seen.flatMap((id) => membershipIn(actor, id)!.uses));
  return (Object.keys(resultColumns) as ResultColumn[]).filter(
    (key) =>
      key === 'promotion' ||
      uses.has(ofGradePoints.includes(key) ? 'gradePoints' : 'averages') ||
      key in asked ||
      asked.sort?.replace('-', '') === key,
  );
}
