import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { orNotFound } from '#kernel/errors.ts';
import { hasLeft, isLast } from '#features/results/assessment/sheets/members.ts';
import { maySeeRegistrations } from '../registration.policy.ts';
import type { RegistrationState } from '../registration.ts';

interface RegistrationTerm {
  id: number;
  institutionId: number;
  name: string;
  isCurrent: boolean;
}

export interface BatchProgress {
  batchId: number;
  batch: string;
  closesOn: string;
  lateUntil: string | null;
  students: number;
  submitted: number;
  returned: number;
  approved: number;
}

export interface RegistrationOverview {
  terms: RegistrationTerm[];
  term: RegistrationTerm | null;
  rows: BatchProgress[];
}

/** Batches `b` that the actor decides about: all, or those led as class teacher. */
export const inReach = (actor: Actor, institutionId: number): SQL => {
  const { permissions, employeeIds } = membershipIn(actor, institutionId)!;
  return permissions.has('registration.manage')
    ? sql`true`
    : sql`exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
        and x.employee_id = any (${sql.param(employeeIds)}::bigint[]))`;
};

/** How far the registration of a term is, by batch. For a snapshot. */
export async function registrationOverview(
  db: Db,
  actor: Actor,
  { institution_id: wanted, term: chosen }: { institution_id?: number | undefined; term?: number | undefined },
): Promise<RegistrationOverview> {
  const terms = await query<RegistrationTerm>(db)`
    select t.id::bigint as id, t.institution_id as "institutionId", t.name || ', ' || y.name as name,
      t.is_current as "isCurrent"
    from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where t.institution_id = any (${sql.param(institutionsInView(actor, wanted, ...maySeeRegistrations))}::int[])
      and exists (select from registration_periods p where (p.institution_id, p.term_id) = (t.institution_id, t.id))
    order by y.starts_on desc, t.position desc`;
  const term = terms.find(({ id }) => id === chosen) ?? terms[0] ?? null;
  if (!term) return { terms, term, rows: [] };
  const rows = await query<BatchProgress>(db)`
    select b.id::bigint as "batchId", b.name as batch, p.closes_on::text as "closesOn", p.late_until::text as "lateUntil",
      n.students, n.submitted, n.returned, n.approved
    from registration_periods p
    join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
    join batches b on (b.institution_id, b.class_id, b.session_id) = (p.institution_id, p.class_id, t.session_id)
    cross join lateral (select count(*)::int as students, count(*) filter (where r.state = 'submitted')::int as submitted,
        count(*) filter (where r.state = 'returned')::int as returned,
        count(*) filter (where r.state = 'approved')::int as approved
      from enrolments e join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id) and s.merged_into_id is null
      left join course_registrations r on (r.institution_id, r.student_id, r.term_id) = (s.institution_id, s.id, t.id)
      where (e.institution_id, e.batch_id, e.session_id) = (b.institution_id, b.id, b.session_id)
        and not ${hasLeft} and ${isLast} offset 0) n
    where p.institution_id = ${term.institutionId} and p.term_id = ${term.id} and ${inReach(actor, term.institutionId)}
    order by b.name, b.id`;
  return { terms, term, rows };
}

export interface RegistrationBatch {
  institutionId: number;
  batchId: number;
  batch: string;
  sessionId: number;
  termId: number;
  term: string;
}

/** A batch in a term with registration, that the actor decides about. */
export async function findBatch(db: Db, actor: Actor, batchId: number, termId?: number): Promise<RegistrationBatch> {
  const institutionIds = institutionsInView(actor, undefined, ...maySeeRegistrations);
  const rows = await query<RegistrationBatch>(db)`
    select b.institution_id as "institutionId", b.id::bigint as "batchId", b.name as batch, b.session_id::bigint as "sessionId",
      t.id::bigint as "termId", t.name || ', ' || y.name as term
    from batches b join registration_periods p on (p.institution_id, p.class_id) = (b.institution_id, b.class_id)
    join terms t on (t.institution_id, t.id, t.session_id) = (p.institution_id, p.term_id, b.session_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where b.id = ${batchId} and (${institutionIds
      .map((id) => sql`b.institution_id = ${id} and ${inReach(actor, id)}`)
      .reduce((all, one) => sql`${all} or ${one}`, sql`false`)})
    order by t.position desc`;
  const found = rows.find((row) => row.termId === termId) ?? rows[0];
  return orNotFound(found, 'batch');
}

export interface StudentProgress {
  studentId: number;
  name: string;
  number: string;
  /** Null: not begun. */
  id: number | null;
  state: RegistrationState | null;
  isLate: boolean;
  units: number;
  courses: number;
}

/** The students of a batch with their registrations, by name. */
export const batchProgress = (db: Db, { institutionId, batchId, sessionId, termId }: RegistrationBatch) =>
  query<StudentProgress>(db)`
    select s.id::bigint as "studentId", s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name,
      s.admission_number as number, r.id::bigint as id, r.state, coalesce(r.is_late, false) as "isLate", n.units, n.courses
    from enrolments e join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id) and s.merged_into_id is null
    left join course_registrations r on (r.institution_id, r.student_id, r.term_id) = (s.institution_id, s.id, ${termId})
    cross join lateral (select coalesce(sum(c.credit_units), 0)::int as units, count(*)::int as courses
      from registration_choices x join courses c on (c.institution_id, c.id) = (x.institution_id, x.course_id)
      where (x.institution_id, x.registration_id) = (r.institution_id, r.id) offset 0) n
    where (e.institution_id, e.batch_id, e.session_id) = (${institutionId}, ${batchId}, ${sessionId})
      and not ${hasLeft} and ${isLast} order by s.sort_name, s.id`;
