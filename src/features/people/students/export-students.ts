import { hasKey } from '#kernel/database.ts';
import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { exportList } from '#features/records/custom-fields/export-people.ts';
import { ageOf } from '#features/records/people/person-cells.ts';
import { academicSessions, batches, classes, programs } from '#features/school/structure/structure.schema.ts';
import { enrolmentIn, studentList, type StudentFilter } from './students.list.ts';
import { exportColumnsOf } from '#kernel/record-fields/derive.ts';
import { findableStudents, type students } from './students.schema.ts';
import { studentFields } from './students.fields.ts';
import { textColumn as text, type ChoosableColumn } from '#kernel/export/columns.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';

const day = (section: string, header: string, width: number): ChoosableColumn => ({
  section,
  header,
  width,
  kind: 'day',
});
/** Derived from other columns, so off by default. */
const isExtra = { isExtra: true } as const;

/**
 * The columns of a student export, in order. The import accepts the same headings, so an export can be imported again.
 * The last three are those of the latest published results.
 */
export const studentExportColumns = {
  admissionNumber: text('Student', 'Admission number', 18),
  ...exportColumnsOf(studentFields, 'Student', 'numbers'),
  surname: text('Student', 'Surname', 18),
  firstName: text('Student', 'First name', 18),
  middleName: text('Student', 'Middle name', 18),
  gender: text('Student', 'Gender', 9),
  birthDate: day('Student', 'Date of birth', 13),
  status: text('School', 'Status', 12),
  ...exportColumnsOf(studentFields, 'School', 'school'),
  batch: text('School', 'Batch', 16),
  admissionDate: day('School', 'Admission date', 15),
  ...exportColumnsOf(studentFields, 'Contact', 'contact'),
  nationality: text('Home', 'Nationality', 14),
  country: text('Home', 'Country', 14),
  state: text('Home', 'State of origin', 16),
  lga: text('Home', 'LGA', 18),
  ...exportColumnsOf(studentFields, 'Home', 'home'),
  ...exportColumnsOf(studentFields, 'Student', 'religion', 'personal', 'health'),
  ...exportColumnsOf(studentFields, 'Next of kin', 'nextOfKin'),
  age: { ...text('Student', 'Age', 6, isExtra), kind: 'number' },
  photo: text('Student', 'Photo', 36, isExtra),
  class: text('School', 'Class', 14, isExtra),
  program: text('School', 'Programme', 22, isExtra),
  academicSession: text('School', 'Academic session', 16, isExtra),
  subjects: text('School', 'Subjects', 40, isExtra),
  promotion: text('School', 'Promotion', 12, isExtra),
  position: { ...text('Results', 'Position', 9, isExtra), kind: 'number' },
  cgpa: { ...text('Results', 'CGPA', 8, isExtra), kind: 'number' },
  classDesignation: text('Results', 'Class designation', 18, isExtra),
} as const satisfies Record<string, ChoosableColumn>;

type StudentExportColumn = keyof typeof studentExportColumns;
const studentExportKeys = Object.keys(studentExportColumns) as [StudentExportColumn, ...StudentExportColumn[]];
/** The columns selected by default: those that the import accepts, without restricted groups. */
export const importableKeys: readonly StudentExportColumn[] = studentExportKeys.filter(
  (key) => !(studentExportColumns[key] as ChoosableColumn).isExtra,
);

export const studentExport = exportList(studentList, {
  permission: 'students.export',
  columns: studentExportColumns,
  cells: (table: Table, { filter }: { filter: StudentFilter }) =>
    cellsBy(table, seatOf(table, filter.academic_session)),
  joins: (table, { actor, filter, keys }) =>
    sql`${schoolJoins(table, seatOf(table, filter.academic_session), keys)} ${nextOfKinJoins(actor, table, keys)} ${summaryJoin(actor, table, keys)}`,
});

type Table = typeof students | typeof findableStudents;
const needs = (keys: readonly string[], ...some: StudentExportColumn[]) => some.some((key) => keys.includes(key));

interface Seat {
  /** The keys of the join. */
  join: SQL;
  batchId: SQLWrapper;
  /** Narrows enrolments `e` to one session. */
  enrolled: SQL;
}

/** The student's current batch or, when filtered by session, the batch in that session, as in the list. */
const seatOf = (table: Table, session: number | undefined): Seat =>
  session
    ? {
        join: sql`left join lateral (select e.batch_id from enrolments e where ${enrolmentIn(session, table)}) seat on true`,
        batchId: sql`seat.batch_id`,
        enrolled: sql`and e.session_id = ${session}`,
      }
    : { join: sql``, batchId: table.batchId, enrolled: sql`` };

function schoolJoins(table: Table, seat: Seat, keys: readonly string[]): SQL {
  if (!needs(keys, 'batch', 'class', 'program', 'academicSession', 'subjects')) return sql``;
  return sql`${seat.join} left join ${batches} on ${batches.institutionId} = ${table.institutionId} and ${batches.id} = ${seat.batchId}
    ${needs(keys, 'academicSession') ? sql`left join ${academicSessions} on ${hasKey(academicSessions, batches.institutionId, batches.sessionId)}` : sql``}
    ${needs(keys, 'class', 'program') ? sql`left join ${classes} on ${hasKey(classes, batches.institutionId, batches.classId)}` : sql``}
    ${needs(keys, 'program') ? sql`left join ${programs} on ${hasKey(programs, classes.institutionId, classes.programId)}` : sql``}
    ${needs(keys, 'subjects') ? sql`left join ${taught} on taught.institution_id = ${table.institutionId} and taught.batch_id = ${seat.batchId}` : sql``}`;
}

/** The compulsory subjects of a batch, once for each batch. */
const taught = sql`(select o.institution_id, o.batch_id, string_agg(c.code, '; ' order by c.code) as codes
  from course_offerings o join courses c on c.institution_id = o.institution_id and c.id = o.course_id
  where c.elective_group is null group by o.institution_id, o.batch_id) taught`;

const electives = (
  table: Table,
  { batchId }: Seat,
) => sql`(select string_agg(c.code, '; ' order by c.code) from student_electives e
  join course_offerings o on o.institution_id = e.institution_id and o.id = e.offering_id and o.batch_id = ${batchId}
  join courses c on c.institution_id = o.institution_id and c.id = o.course_id
  where e.institution_id = ${table.institutionId} and e.student_id = ${table.id})`;

/** The guardian marked as next of kin, for users who can view guardians; otherwise the values on the student's record. */
function nextOfKinJoins(actor: Actor, table: Table, keys: readonly string[]): SQL {
  if (!needs(keys, 'nextOfKinName', 'nextOfKinPhone', 'nextOfKinRelation')) return sql``;
  const seen = institutionsWhere(actor, 'guardians.view', 'guardians.viewOwn');
  return sql`left join student_guardians kin on kin.institution_id = ${table.institutionId} and kin.student_id = ${table.id}
      and kin.is_next_of_kin and kin.institution_id = any(${sql.param(seen)}::int[])
    left join guardians kinsperson on kinsperson.institution_id = kin.institution_id and kinsperson.id = kin.guardian_id`;
}

/** Figures of published results, for users who see those of everybody. */
function summaryJoin(actor: Actor, table: Table, keys: readonly string[]): SQL {
  if (!needs(keys, 'position', 'cgpa', 'classDesignation')) return sql``;
  return sql`left join result_summaries summary on summary.institution_id = ${table.institutionId}
    and summary.student_id = ${table.id}
    and summary.institution_id = any(${sql.param(institutionsWhere(actor, 'results.view'))}::int[])`;
}

const cellsBy = (table: Table, seat: Seat): Partial<Record<StudentExportColumn, SQLWrapper>> => ({
  status: sql`initcap(${table.status})`,
  batch: batches.name,
  nextOfKinName: sql`case when kin.guardian_id is null then ${table.nextOfKinName}
    else concat_ws(' ', kinsperson.first_name, kinsperson.middle_name, kinsperson.surname) end`,
  nextOfKinPhone: sql`case when kin.guardian_id is null then ${table.nextOfKinPhone} else coalesce(kinsperson.mobile, kinsperson.phone) end`,
  nextOfKinRelation: sql`case when kin.guardian_id is null then ${table.nextOfKinRelation} else kin.relation end`,
  age: ageOf(table.birthDate),
  class: classes.name,
  program: programs.name,
  academicSession: academicSessions.name,
  subjects: sql`nullif(concat_ws('; ', taught.codes, ${electives(table, seat)}), '')`,
  promotion: sql`(select case e.outcome when 'on_trial' then 'Promoted on trial' else initcap(e.outcome) end
    from enrolments e where e.institution_id = ${table.institutionId} and e.student_id = ${table.id} ${seat.enrolled}
      and e.outcome in ('promoted', 'on_trial', 'repeated', 'graduated') order by e.to_date desc, e.id desc limit 1)`,
  position: sql`summary.position`,
  cgpa: sql`summary.cgpa`,
  classDesignation: sql`summary.designation`,
});

/**
 * A query of the ids of students whose name, admission number or phone matches, by the index of the list's search; null
 * without a word. It finds all students of the institutions in the transaction, so join it to `visibleTo`.
 */
export function studentsMatching(text: string): SQL | null {
  const patterns = patternsOf(wordsIn(text));
  if (patterns.length === 0) return null;
  const found = patterns.map((pattern) => matches(findableStudents.searchText, pattern));
  return sql`select ${findableStudents.id} from ${findableStudents} where ${and(...found)}`;
}
