import { asc, eq, sql } from 'drizzle-orm';
import { literally } from '#kernel/searchable.ts';
import { batches, classes, courseOfferings, courses, programs } from '#features/school/structure/structure.schema.ts';
import { type CountedType, type LinkedRows, query, inInstitution } from '../counted-type.ts';

const session = sql`exists (select from academic_sessions y where y.institution_id = ${batches.institutionId}
  and y.id = ${batches.sessionId} and y.is_current)`;
const states = { current: 'This session', past: 'Other sessions', closed: 'Closed' };
const conditions = { current: session, past: sql`not ${session}`, closed: sql`${batches.closedAt} is not null` };

const taughtBy = (employee: number) => sql`(exists (select from batch_teachers t
    where (t.institution_id, t.batch_id) = (${batches.institutionId}, ${batches.id}) and t.employee_id = ${employee})
  or exists (select from course_offerings o
    where (o.institution_id, o.batch_id) = (${batches.institutionId}, ${batches.id}) and o.employee_id = ${employee}))`;

export const countedBatches: CountedType = {
  label: 'Class arms',
  one: 'class arm',
  many: 'class arms',
  may: ['structure.view'],
  from: sql`${batches} join ${classes} on (${classes.institutionId}, ${classes.id}) = (${batches.institutionId}, ${batches.classId})
    join academic_sessions y0 on (y0.institution_id, y0.id) = (${batches.institutionId}, ${batches.sessionId})`,
  id: sql`${batches.id}`,
  visible: inInstitution(batches.institutionId, 'structure.view'),
  name: sql`case when ${session} then ${batches.name} else concat_ws(', ', ${batches.name}, y0.name) end`,
  isPast: sql`not ${session}`,
  detail: sql`case when ${session} then y0.name else '' end`,
  search: (text) =>
    sql`akada_searchable(${batches.name} || ' ' || y0.name) like '%' || akada_searchable(${literally(text)}) || '%'`,
  order: sql`y0.starts_on desc, ${batches.name}`,
  href: '/batches/',
  filters: {
    status: { label: 'Status', options: states, where: (value) => conditions[value as keyof typeof conditions] },
  },
  splits: {
    class: { label: 'Class', by: sql`${classes.name}`, order: sql`${classes.position}` },
    session: { label: 'Session', by: sql`y0.name`, order: sql`y0.starts_on` },
  },
  of: {
    Batch: { one: (record) => eq(batches.id, record) },
    Program: { one: (record) => eq(classes.programId, record) },
    Employee: { one: taughtBy },
  },
};

const ofOffering: Record<string, LinkedRows> = {
  Batch: { one: (record) => eq(courseOfferings.batchId, record) },
  Employee: {
    one: (record) => eq(courseOfferings.employeeId, record),
    all: sql`${courseOfferings.employeeId} is not null`,
  },
};

/** Subjects as they are taught in class arms. */
export const countedCourses: CountedType = {
  label: 'Subjects',
  one: 'subject',
  many: 'subjects',
  may: ['structure.view'],
  from: sql`${courseOfferings}
    join ${courses} on (${courses.institutionId}, ${courses.id}) = (${courseOfferings.institutionId}, ${courseOfferings.courseId})
    join ${batches} on (${batches.institutionId}, ${batches.id}) = (${courseOfferings.institutionId}, ${courseOfferings.batchId})`,
  id: sql`${courseOfferings.id}`,
  visible: (actor, institutionId) =>
    sql`${inInstitution(courseOfferings.institutionId, 'structure.view')(actor, institutionId)} and ${session}`,
  name: sql`concat_ws(' ', ${courses.code}, ${courses.title})`,
  detail: sql`${batches.name}`,
  order: sql`${batches.name}, ${courses.code}`,
  filters: {
    status: {
      label: 'Teacher',
      options: { staffed: 'With a teacher', unstaffed: 'Without a teacher' },
      where: (value) =>
        value === 'staffed'
          ? sql`${courseOfferings.employeeId} is not null`
          : sql`${courseOfferings.employeeId} is null`,
    },
  },
  splits: {
    batch: { label: 'Class arm', by: sql`${batches.name}` },
    course: { label: 'Subject', by: sql`${courses.title}` },
  },
  of: ofOffering,
  list: ({ model, record, filter }) =>
    model === 'Batch' && record !== null && filter === 'all' ? `/batches/${record}/courses` : null,
};

export const listedPrograms: CountedType = {
  label: 'Programmes',
  one: 'programme',
  many: 'programmes',
  may: ['structure.view'],
  from: sql`${programs}`,
  id: sql`${programs.id}`,
  visible: inInstitution(programs.institutionId, 'structure.view'),
  name: sql`${programs.name}`,
  detail: sql`${programs.code}`,
  search: (text) => sql`akada_searchable(${programs.name}) like '%' || akada_searchable(${literally(text)}) || '%'`,
  order: asc(programs.name),
  filters: {},
  splits: {},
  of: {},
  list: () => query('/programs', {}),
};
