import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { DemoStep } from '#web/feature.ts';
import { publishSheets } from './publication/publish.ts';
import { chanceIn } from '#features/records/geography/chance.demo.ts';
import { applyCorrection } from './corrections/apply-correction.ts';
import { askCorrection, compareCorrection } from './corrections/ask-correction.ts';

const luck = chanceIn('x.student_id', 'x.code');

/**
 * For those who were in the last class of a college in its past session: the year before, in the class below, as it
 * would have been imported. Their transcripts begin at the beginning.
 */
async function insertPastTerms(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with course as materialized (
      select e.student_id, c.code, c.title, c.credit_units, t.name as term, t.position, k.name as class_name,
        extract(year from y.starts_on)::int - 1 as year
      from academic_sessions y
      join enrolments e on (e.institution_id, e.session_id) = (y.institution_id, y.id)
      join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
      join classes l on (l.institution_id, l.id) = (b.institution_id, b.class_id) and l.next_class_id is null
      join classes k on (k.institution_id, k.next_class_id) = (l.institution_id, l.id)
      join batches f on (f.institution_id, f.class_id, f.session_id, f.arm) = (k.institution_id, k.id, y.id, b.arm)
      join course_offerings o on (o.institution_id, o.batch_id) = (f.institution_id, f.id)
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id) and not c.no_exam
      join terms t on (t.institution_id, t.session_id, t.position) = (y.institution_id, y.id, o.term_position)
      where y.institution_id = ${institutionId} and not y.is_current),
    past as (
      insert into past_terms (institution_id, student_id, session, year, term, position, class_name, system)
      select distinct ${institutionId}::int, student_id, year || '/' || year + 1, year, term, position, class_name, 'gpa'
      from course order by 2, 6 returning id, student_id, position),
    scale as (select bands from grading_scales where institution_id = ${institutionId} order by id limit 1)
    insert into past_results (institution_id, past_term_id, code, title, units, total, grade, points, passed)
    select ${institutionId}::int, p.id, x.code, x.title, x.credit_units, m.total, g ->> 'grade', (g ->> 'points')::int, m.total >= 4000
    from course x join past p on (p.student_id, p.position) = (x.student_id, x.position)
    cross join lateral (select 100 * round(34 + 52 * ${luck})::int as total) m
    cross join lateral (select g from scale, jsonb_array_elements(bands) g where (g ->> 'from')::int <= m.total
      order by (g ->> 'from')::int desc limit 1) g (g)`);
}

/** What is approved is published. */
const publishApproved: DemoStep['load'] = async (tx, { school, college, secret }) => {
  for (const { id: institutionId } of [school, college]) {
    const approved = await query<{ id: number }>(tx)`
      select id::bigint as id from mark_sheets where institution_id = ${institutionId} and state = 'approved' order by id`;
    const ids = approved.map(({ id }) => id);
    if (ids.length > 0) await publishSheets(tx, systemActor(institutionId, 'Demonstration'), secret, { ids });
  }
};

/** Each time after marks. */
export const steps: DemoStep[] = [
  { place: 116.5, isHistory: true, load: (tx, { college }) => insertPastTerms(tx, college.id) },
  { place: 117, isHistory: true, load: publishApproved },
  { place: 119, load: publishApproved },
  { place: 119.5, load: (tx, { school, secret }) => insertCorrection(tx, school.id, secret) },
];

/** A mark that was misread, found after publication: the registrar asked, and the principal agreed. */
async function insertCorrection(tx: Tx, institutionId: number, secret: Buffer): Promise<void> {
  const person = async (role: string) => {
    const [row] = await query<{ id: number; name: string }>(tx)`select a.id::bigint as id, a.name from memberships m
        join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id) and r.key = ${role}
        join accounts a on a.id = m.account_id where m.institution_id = ${institutionId} order by a.id limit 1`;
    return systemActor(institutionId, row!.name, row!.id);
  };
  const [asker, decider] = [await person('registrar'), await person('principal')];
  const [misread] = await query<{ sheetId: number; studentId: number; courseId: number; was: number }>(tx)`
    select s.id::bigint as "sheetId", r.student_id::bigint as "studentId", (c ->> 'id')::bigint as "courseId",
        (c #>> '{entries,examination}')::int as was
      from mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id) and t.is_current
      join published_results r on (r.institution_id, r.term_id, r.batch_id) = (s.institution_id, s.term_id, s.batch_id)
      cross join jsonb_array_elements(r.content -> 'courses') c
      where s.institution_id = ${institutionId} and s.state = 'published' and c ->> 'status' = 'complete'
        and c #>> '{entries,examination}' ~ '^[1-4]..0*$'
      order by r.student_id, c ->> 'id' limit 1`;
  if (!misread) return;
  const { sheetId, studentId, courseId, was } = misread;
  const cells = [{ studentId, courseId, component: 'examination', was, entry: was + 900 }];
  const changes = { cells, courses: [], notes: [] };
  const { seen } = await compareCorrection(tx, asker, sheetId, changes);
  const reason = 'The mark was misread when it was typed. The script and the list say the same.';
  const { correctionId, requested } = await askCorrection(tx, asker, sheetId, {
    ...changes,
    keepsFigures: false,
    reason,
    seen,
  });
  await applyCorrection(tx, asker, decider, secret, { correctionId, seen });
  await tx.execute(sql`update approvals set outcome = 'approved', decided_by = ${decider.accountId}, decided_at = now()
    where institution_id = ${institutionId} and id = ${requested.id}`);
}
