import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { usualDesign } from '#features/results/results/designs/card-design.ts';

/** What a report card without courses says. */
const card = {
  layout: 'secondary',
  session: 'Session',
  term: 'Term',
  batch: 'Batch',
  className: 'Class',
  program: 'Programme',
  components: [],
  earlierTerms: [],
  courses: [],
  gradeKey: [],
  traits: [],
  nextTermBegins: null,
  student: { id: 0 },
  summary: {
    counted: 0,
    passed: 0,
    sum: '0',
    average: null,
    earlier: [],
    cumulative: null,
    inBatch: null,
    inClass: null,
    notRanked: 'too_few_courses',
    studentsInBatch: 1,
    gpa: null,
    previous: null,
    cgpa: null,
    repeats: [],
  },
};

/** A scale, a scheme of it for the whole institution, and the open sheet of the first batch with a mark. */
export async function fillAssessment(tx: Tx, institutionId: number, surname: string): Promise<void> {
  await tx.execute(sql`
    with scale as (insert into grading_scales (institution_id, name, bands)
      values (${institutionId}, ${surname}, '[{"from":0,"grade":"P","points":0,"remark":""}]') returning *),
    scale_version as (insert into grading_scale_versions (institution_id, scale_id, version, bands, designations)
      select institution_id, id, version, bands, designations from scale),
    scheme as (insert into assessment_schemes (institution_id, name, system, components, pass_mark, scale_id)
      select institution_id, ${surname}, 'average', '[{"key":"exam","name":"Examination","maximum":10000}]', 4000, id
      from scale returning *),
    scheme_version as (insert into assessment_scheme_versions (institution_id, scheme_id, version, content)
      select institution_id, id, version, jsonb_build_object('name', name, 'system', system, 'components', components,
        'step', step, 'passMark', pass_mark, 'scaleId', scale_id, 'cumulative', cumulative, 'weights', weights,
        'ranksBatch', ranks_batch, 'ranksClass', ranks_class, 'ranksCourses', ranks_courses,
        'minimumCourses', minimum_courses, 'repeats', repeats, 'traits', traits) from scheme returning *),
    used as (insert into scheme_uses (institution_id, scheme_id) select institution_id, id from scheme),
    place as (select b.id as batch_id, t.id as term_id, c.id as course_id, s.student_id
      from batches b join courses c on c.institution_id = b.institution_id
      join terms t on (t.institution_id, t.session_id) = (b.institution_id, b.session_id)
      join session_students s on (s.institution_id, s.session_id, s.batch_id) = (b.institution_id, b.session_id, b.id)
      where b.institution_id = ${institutionId} order by b.id, c.id, t.id, s.student_id limit 1),
    offered as (insert into course_offerings (institution_id, batch_id, course_id)
      select ${institutionId}, batch_id, course_id from place on conflict do nothing),
    sheet as (insert into mark_sheets (institution_id, batch_id, term_id)
      select ${institutionId}, batch_id, term_id from place returning id),
    course as (insert into mark_sheet_courses (institution_id, sheet_id, course_id, scheme_id, scheme_version)
      select ${institutionId}, sheet.id, course_id, v.scheme_id, v.version from sheet, place, scheme_version v),
    mark as (insert into marks (institution_id, student_id, term_id, course_id, entries)
      select ${institutionId}, student_id, term_id, course_id, '{"exam": 5000}' from place),
    noted as (insert into sheet_notes (institution_id, sheet_id, times_opened) select ${institutionId}, id, 60 from sheet),
    note as (insert into term_notes (institution_id, student_id, term_id, notes)
      select ${institutionId}, student_id, term_id, '{"present": "58", "teacher": "Works hard."}' from place),
    remark as (insert into remark_bank (institution_id, writer, from_average, to_average, remark)
      values (${institutionId}, 'teacher', 0, 10001, ${surname})),
    printed as (insert into card_files (institution_id, sheet_ids, card_count) select ${institutionId}, array[id], 1 from sheet),
    design as (insert into card_designs (institution_id, layout, content)
      values (${institutionId}, 'secondary', ${JSON.stringify(usualDesign('secondary'))}::jsonb) returning *),
    design_version as (insert into card_design_versions (institution_id, design_id, version, content)
      select institution_id, id, version, content from design),
    published as (insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest, seal, code, published_at)
      select ${institutionId}, 1, student_id, term_id, batch_id, ${JSON.stringify(card)}::jsonb, sha256(''), sha256(''),
        lpad(${institutionId}::text, 16, 'A'), now() from place),
    correction as (insert into result_corrections (institution_id, sheet_id, reason, seen, account_id)
      select ${institutionId}, id, 'Mistyped', '', (select min(account_id) from memberships where institution_id = ${institutionId})
      from sheet returning *),
    cell as (insert into result_correction_cells (institution_id, correction_id, student_id, course_id, component, entered)
      select ${institutionId}, correction.id, student_id, course_id, 'exam', '6000' from place, correction),
    corrected_course as (insert into result_correction_courses (institution_id, correction_id, student_id, course_id, change)
      select ${institutionId}, correction.id, student_id, course_id, 'removed' from place, correction),
    corrected_note as (insert into result_correction_notes (institution_id, correction_id, student_id, field, was, entered)
      select ${institutionId}, correction.id, student_id, 'present', '58', '59' from place, correction),
    request as (insert into approvals (institution_id, kind, subject_type, subject_id, about, payload, summary, permission, asked_by, expires_at)
      select institution_id, 'results.correct', 'result_correction', id, 'result_correction:' || id,
        jsonb_build_object('correctionId', id, 'reason', reason), 'correct a mark', 'results.publish', account_id, now() + interval '14 days'
      from correction),
    past as (insert into past_terms (institution_id, student_id, session, year, term, position, system)
      select ${institutionId}, student_id, ${surname}, 2001, ${surname}, 1, 'average' from place returning id),
    past_result as (insert into past_results (institution_id, past_term_id, code, title, total, grade, passed)
      select ${institutionId}, id, 'MTH', ${surname}, 5000, 'C', true from past),
    summary as (insert into result_summaries (institution_id, student_id, session, term, system)
      select ${institutionId}, student_id, 'Session', 'Term', 'average' from place)
    insert into mark_changes (institution_id, student_id, term_id, course_id, component, entered)
    select ${institutionId}, student_id, term_id, course_id, 'exam', '5000' from place`);
}
