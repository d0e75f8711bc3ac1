import { sql, type SQL } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';
import type { AudienceKind } from '../fees.ts';

/** A row of a fee's audience; the column that its kind needs is set. */
export interface AudienceRow {
  kind: AudienceKind;
  programId?: number | null;
  classId?: number | null;
  batchId?: number | null;
  categoryId?: number | null;
  optionId?: number | null;
  studentId?: number | null;
  word?: 'new' | 'returning' | 'female' | 'male' | null;
}

/** A student that a fee is for, with the batch in the fee's session; both null for a chosen student without one. */
interface BilledStudent {
  studentId: number;
  batchId: number | null;
  classId: number | null;
}

interface SavedFee {
  institutionId: number;
  /** Also columns of a fee that the query is joined to. */
  id: number | SQL;
  sessionId: number | SQL;
}

/**
 * The students that a fee is for: a query of studentId, batchId and classId. Active and suspended students of the fee's
 * session who match one row of every kind in its audience, and those chosen by name.
 */
export const audienceOf = ({ institutionId, id, sessionId }: SavedFee): SQL =>
  studentsMatching(
    institutionId,
    sessionId,
    sql`select kind, program_id, class_id, batch_id, category_id, option_id, student_id, word
      from fee_audience where institution_id = ${institutionId} and fee_id = ${id}`,
  );

/** The same for a fee that is not saved yet. */
export const audienceOfRows = (institutionId: number, sessionId: number, rows: AudienceRow[]): SQL =>
  studentsMatching(
    institutionId,
    sessionId,
    sql`select kind, "programId" as program_id, "classId" as class_id, "batchId" as batch_id,
        "categoryId" as category_id, "optionId" as option_id, "studentId" as student_id, word
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(kind text, "programId" bigint, "classId" bigint,
        "batchId" bigint, "categoryId" bigint, "optionId" bigint, "studentId" bigint, word text)
      -- A form can't count the students of restricted fields.
      where kind <> 'option' or "optionId" in (select o.id from custom_field_options o
        join custom_fields f on (f.institution_id, f.id) = (o.institution_id, o.field_id)
        where f.institution_id = ${institutionId} and f.field_group = 'general')`,
  );

/** Reads the students that a fee is for, by id. */
export async function studentsFor(db: Db, audience: SQL): Promise<BilledStudent[]> {
  const rows = await query<BilledStudent>(db, render)`select * from (${audience}) a order by a."studentId"`;
  return rows;
}

export async function countStudents(db: Db, audience: SQL): Promise<number> {
  const rows = await query<{ n: number }>(db, render)`select count(*)::int as n from (${audience}) a`;
  return rows[0]!.n;
}

/**
 * The batch of student `s` in a session, as `b`: the current one in the current session, else that of the enrolment. Looked
 * up student by student: before PostgreSQL has analysed a school that was just imported, it would join all with all.
 */
export const batchInSession = (institutionId: number, sessionId: number | SQL): SQL => sql`
  left join lateral (select t.batch_id from session_students t where not ${isCurrent(institutionId, sessionId)}
    and t.institution_id = ${institutionId} and t.session_id = ${sessionId} and t.student_id = s.id offset 0) e on true
  left join lateral (select t.id, t.class_id, t.session_id from batches t where t.institution_id = ${institutionId}
    and t.id = case when ${isCurrent(institutionId, sessionId)} then s.batch_id else e.batch_id end offset 0) b
    on b.session_id = ${sessionId}`;

const isCurrent = (institutionId: number, sessionId: number | SQL): SQL =>
  sql`(select is_current from academic_sessions where institution_id = ${institutionId} and id = ${sessionId})`;

const studentsMatching = (institutionId: number, sessionId: number | SQL, rows: SQL): SQL => sql`
  with wanted as materialized (${rows})
  select s.id as "studentId", b.id as "batchId", b.class_id as "classId" from students s
  ${batchInSession(institutionId, sessionId)}
  left join classes c on c.institution_id = ${institutionId} and c.id = b.class_id
  where s.institution_id = ${institutionId} and s.status in ('active', 'suspended') and s.merged_into_id is null
    and (s.id in (select student_id from wanted where kind = 'student') or b.id is not null
      -- A fee with only chosen students is for nobody else.
      and (exists (select from wanted where kind <> 'student') or not exists (select from wanted))
      and ${matches('program', sql`c.program_id in (select program_id from wanted where kind = 'program')`)}
      and ${matches('class', sql`b.class_id in (select class_id from wanted where kind = 'class')`)}
      and ${matches('batch', sql`b.id in (select batch_id from wanted where kind = 'batch')`)}
      and ${matches('gender', sql`s.gender::text in (select word from wanted where kind = 'gender')`)}
      and ${matches(
        'category',
        sql`s.category in (select k.name from student_categories k join wanted w on w.category_id = k.id
          where k.institution_id = ${institutionId} and w.kind = 'category')`,
      )}
      and ${matches('joined', sql`${joined(institutionId, sessionId)} in (select word from wanted where kind = 'joined')`)}
      and ${matches('option', hasOptions(institutionId))})`;

const matches = (kind: AudienceKind, condition: SQL): SQL =>
  sql`(not exists (select from wanted where kind = ${kind}) or ${condition})`;

/** New: admitted for that session, since the previous one ended (see newcomers.queries.ts). Without a date: returning. */
const joined = (institutionId: number, sessionId: number | SQL): SQL => sql`
  case when s.admission_date > (
    select coalesce((select max(p.ends_on) from academic_sessions p
      where p.institution_id = ${institutionId} and p.ends_on < a.starts_on), a.starts_on - 365)
    from academic_sessions a where a.institution_id = ${institutionId} and a.id = ${sessionId})
  then 'new' else 'returning' end`;

/** One of the wanted options of each field: boarders who take the bus, rather than boarders and bus riders. */
const hasOptions = (institutionId: number): SQL => sql`
  (select count(distinct v.field_id) from custom_values v
    where v.institution_id = ${institutionId} and v.student_id = s.id
      and v.option_id in (select option_id from wanted where kind = 'option'))
  = (select count(distinct o.field_id) from custom_field_options o
    where o.institution_id = ${institutionId} and o.id in (select option_id from wanted where kind = 'option'))`;
