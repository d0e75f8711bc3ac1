import { sql } from 'drizzle-orm';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { type Db, query } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { findDuplicateStudents } from '#features/people/students/form/create-student.ts';
import type { ApplicationState } from '../admissions.ts';
import type { PersonNames } from '#ui/format.ts';

interface AdmitRow extends PersonNames {
  id: number;
  institutionId: number;
  status: ApplicationState;
  number: string;
  birthDate: string | null;
  intakeId: number;
  program: string;
  session: string;
  class: string | null;
  returning: { id: number; name: string; admissionNumber: string; status: string } | null;
  guardians: { name: string; mobile: string | null }[];
  papers: number;
  /** Open class arms of the class, if the intake is for the current session. */
  batches: { id: number; name: string; left: number }[];
  returningBatchId: number | null;
  bills: boolean;
  /** The session has begun for the school. */
  isCurrent: boolean;
}

/** What admitting an applicant will do, with students who may be the same person. */
export async function admitView(db: Db, actor: Actor, id: number) {
  const ids = institutionsWhere(actor, 'admissions.admit');
  const [row] = await query<AdmitRow>(db)`
    select a.id, a.institution_id as "institutionId", a.status, a.number, a.surname, a.first_name as "firstName",
      a.middle_name as "middleName", a.birth_date::text as "birthDate", a.intake_id as "intakeId", p.name as program,
      y.name as session, y.is_current as "isCurrent", c.name as class, a.returning_batch_id as "returningBatchId", i.bills,
      (select jsonb_build_object('id', s.id, 'name', concat_ws(' ', s.first_name, s.surname),
          'admissionNumber', s.admission_number, 'status', s.status)
        from students s where s.institution_id = a.institution_id and s.id = a.returning_student_id) as returning,
      coalesce((select jsonb_agg(jsonb_build_object('name', concat_ws(' ', g ->> 'title', g ->> 'firstName', g ->> 'surname'),
          'mobile', g ->> 'mobile')) from jsonb_array_elements(a.answers -> 'guardians') g), '[]') as guardians,
      (select count(*)::int from application_papers r
        where r.institution_id = a.institution_id and r.application_id = a.id) as papers,
      coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'left', greatest(b.capacity - t.taken, 0))
          order by b.name, b.id)
        from batches b cross join lateral (select count(*)::int as taken from students s
          where s.institution_id = b.institution_id and s.batch_id = b.id) t
        where b.institution_id = a.institution_id and y.is_current and b.session_id = y.id and b.closed_at is null
          and (b.class_id = a.class_id or b.id = a.returning_batch_id)), '[]') as batches
    from applications a
    join intakes i on (i.institution_id, i.id) = (a.institution_id, a.intake_id)
    join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    left join classes c on (c.institution_id, c.id) = (a.institution_id, a.class_id)
    where a.institution_id = any (${sql.param(ids)}::int[]) and a.id = ${id} and a.status <> 'draft'`;
  if (!row) throw new NotFound('application');
  return {
    application: row,
    twins: row.returning ? [] : await twinsOf(db, actor, row),
    can: { openStudents: can(actor, 'students.view', row.institutionId) },
  };
}
export type AdmitView = Awaited<ReturnType<typeof admitView>>;

/** Only those whom the actor may see anyway. */
async function twinsOf(db: Db, actor: Actor, { institutionId, surname, firstName, birthDate }: AdmitRow) {
  const { rows } = await findDuplicateStudents(db, actor, {
    institution_id: institutionId,
    surname,
    first_name: firstName,
    birth_date: birthDate ?? undefined,
    phone: undefined,
    except: undefined,
  });
  return rows;
}
