import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { batchesTaughtBy, childrenOf } from '#features/people/students/students.policy.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import type { LessonsOf } from '../timetable.queries.ts';

export const subjectKinds = ['employee', 'student', 'batch', 'room'] as const;
type SubjectKind = (typeof subjectKinds)[number];

/** Whose timetable a reader looks at. */
export interface Subject {
  kind: SubjectKind;
  id: number;
  institutionId: number;
  /** 'Ada Obi', 'JSS 1 A'. */
  name: string;
  /** The batch of a student. */
  hint: string | null;
  isOwn: boolean;
}

export const lessonsOfSubject = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): LessonsOf => {
  if (kind === 'employee') return { employeeId: id };
  if (kind === 'student') return { studentId: id };
  return kind === 'batch' ? { batchId: id } : { roomId: id };
};

/** Rows that are the reader's own in an institution: the record, the children, and the batches of a class teacher. */
function ownRows(actor: Actor, institutionId: number): SQL[] {
  const { employeeIds, studentIds, guardianIds } = membershipIn(actor, institutionId)!;
  return [
    ...(employeeIds.length
      ? [
          sql`select 'employee' as kind, 1 as place, e.id, e.institution_id, e.first_name || ' ' || e.surname as name, null as hint,
            e.sort_name from employees e
          where e.institution_id = ${institutionId} and ${isOneOf(sql`e.id`, employeeIds)} and e.left_on is null`,
          sql`select 'batch' as kind, 3 as place, b.id, b.institution_id, b.name, null as hint, b.name as sort_name from batches b
          join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current
          where b.institution_id = ${institutionId} and b.id in (select t.batch_id from batch_teachers t
            where t.institution_id = ${institutionId} and ${isOneOf(sql`t.employee_id`, employeeIds)})`,
        ]
      : []),
    ...(studentIds.length ? [ownStudents(institutionId, isOneOf(sql`s.id`, studentIds))] : []),
    ...(guardianIds.length ? [ownStudents(institutionId, sql`s.id in ${childrenOf(institutionId, guardianIds)}`)] : []),
  ];
}

const ownStudents = (institutionId: number, which: SQL): SQL => sql`
  select 'student' as kind, 2 as place, s.id, s.institution_id, s.first_name || ' ' || s.surname as name, b.name as hint, s.sort_name
  from students s left join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
  where s.institution_id = ${institutionId} and s.status = 'active' and ${which}`;

/** Whose timetables are the reader's own: themselves, their children, the batches they are class teacher of. */
export async function ownSubjects(db: Db, actor: Actor, wanted?: number): Promise<Subject[]> {
  const parts = institutionsInView(actor, wanted, 'timetable.viewOwn').flatMap((id) => ownRows(actor, id));
  if (parts.length === 0) return [];
  return query<Subject>(db)`
    select o.kind, o.id::bigint as id, o.institution_id as "institutionId", o.name, o.hint, true as "isOwn"
      from (${sql.join(parts, sql` union all `)}) o order by o.place, o.sort_name, o.id`;
}

/**
 * Somebody whose timetable the reader can look at: everybody with `timetable.view`; the own, their children and the
 * batches they teach with `timetable.viewOwn`.
 */
export async function readableSubject(db: Db, actor: Actor, kind: SubjectKind, id: number): Promise<Subject> {
  const all = institutionsWhere(actor, ...maySeeTimetable);
  const whole = isOneOf(sql`o.institution_id`, all);
  const own = institutionsWhere(actor, 'timetable.viewOwn').flatMap((institutionId) => {
    const rule = ownRule(actor, institutionId, kind);
    return rule ? [sql`(o.institution_id = ${institutionId} and ${rule})`] : [];
  });
  const [row] = await query<Subject>(db)`
    select ${kind}::text as kind, o.id::bigint as id, o.institution_id as "institutionId", ${nameOf[kind]} as name,
        ${kind === 'student' ? sql`(select b.name from batches b where (b.institution_id, b.id) = (o.institution_id, o.batch_id))` : sql`null`} as hint,
        ${own.length ? sql`(${sql.join(own, sql` or `)})` : sql`false`} as "isOwn"
      from ${tableOf[kind]} o where (${sql.join([whole, ...own], sql` or `)}) and o.id = ${id}`;
  if (!row) throw new NotFound(kind === 'batch' ? 'class' : kind);
  return row;
}

const nameOf: Record<SubjectKind, SQL> = {
  employee: sql`o.first_name || ' ' || o.surname`,
  student: sql`o.first_name || ' ' || o.surname`,
  batch: sql`o.name`,
  room: sql`o.name`,
};
const tableOf: Record<SubjectKind, SQL> = {
  employee: sql`employees`,
  student: sql`students`,
  batch: sql`batches`,
  room: sql`rooms`,
};

/** Which rows `o` of a kind a reader of the own sees in an institution. */
function ownRule(actor: Actor, institutionId: number, kind: SubjectKind): SQL | null {
  const { employeeIds, studentIds, guardianIds } = membershipIn(actor, institutionId)!;
  const rules: SQL[] = [];
  if (kind === 'employee' && employeeIds.length) rules.push(isOneOf(sql`o.id`, employeeIds));
  if (kind === 'batch' && employeeIds.length) rules.push(sql`o.id in ${batchesTaughtBy(institutionId, employeeIds)}`);
  if (kind === 'student' && studentIds.length) rules.push(isOneOf(sql`o.id`, studentIds));
  if (kind === 'student' && guardianIds.length) rules.push(sql`o.id in ${childrenOf(institutionId, guardianIds)}`);
  return rules.length ? sql`(${sql.join(rules, sql` or `)})` : null;
}

/** The batches and rooms of institutions in view, for readers of the whole timetable. */
export async function otherSubjects(
  db: Db,
  actor: Actor,
  wanted?: number,
): Promise<{ batches: Subject[]; rooms: Subject[]; canFindTeachers: boolean } | null> {
  const ids = institutionsInView(actor, wanted, ...maySeeTimetable);
  if (ids.length === 0) return null;
  const [batches, rooms] = await Promise.all([
    query<Subject>(db)`
      select 'batch' as kind, b.id::bigint as id, b.institution_id as "institutionId", b.name, null as hint, false as "isOwn"
        from batches b join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current
        join classes k on (k.institution_id, k.id) = (b.institution_id, b.class_id)
        where ${isOneOf(sql`b.institution_id`, ids)} and b.closed_at is null
        order by b.institution_id, k.program_id, k.position, b.name, b.id`,
    query<Subject>(db)`
      select 'room' as kind, r.id::bigint as id, r.institution_id as "institutionId", r.name, null as hint, false as "isOwn"
        from rooms r where ${isOneOf(sql`r.institution_id`, ids)} and r.retired_at is null
        order by r.institution_id, r.name, r.id`,
  ]);
  return { batches, rooms, canFindTeachers: true };
}
