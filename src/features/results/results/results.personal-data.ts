import { sql } from 'drizzle-orm';
import { anyId } from '#kernel/personal-data/named-by.ts';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { ofTerm } from '#features/school/structure/in-session.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { correctionPersonalData } from './corrections/corrections.personal-data.ts';
import { mergePublished, refuseCorrected } from './publication/merge-published.ts';
import { refreshSummaries } from './summaries/refresh-summaries.ts';
import { query, render } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

const keep =
  'Permanently: a transcript must be verifiable years later. It has no names; after an erasure its record has none.';

/** Results as they were published. */
export const resultPersonalData: PersonalData = {
  tables: [
    {
      table: 'result_summaries',
      people: ['student'],
      section: { omit: 'Its figures are those of the published results.' },
      erase: { keep },
      // It follows from the results, which have been moved by then: nothing of it is for the journal.
      merge: {
        how: 'combine',
        one: 'summary of results',
        many: 'summaries of results',
        run: ({ tx, institutionId, keptId, otherId }) => refreshSummaries(tx, institutionId, [keptId, otherId]),
        undo: { keys: ['student_id'], by: 'columns' },
        afterUndo: refreshSummaries,
      },
      retention: { keep },
    },
    // Moved after the published results, which refuse two records with the same term.
    ...correctionPersonalData,
    {
      table: 'published_results',
      inSession: { one: 'has published results of', many: 'have published results of', stands: ofTerm },
      people: ['student'],
      section: {
        title: 'Published results',
        order: 42,
        rows: ({ institutionId, personId }) => sql`
          select r.content ->> 'session' as "Session", r.content ->> 'term' as "Term", r.content ->> 'batch' as "Batch",
            r.content #>> '{summary,average}' as "Average", r.content #>> '{summary,cgpa,value}' as "CGPA",
            r.content #>> '{summary,inBatch,position}' as "Position", ${momentText('r.published_at')} as "Published"
          from published_results r where r.institution_id = ${institutionId} and r.student_id = ${personId} order by r.seq`,
      },
      erase: { keep },
      merge: {
        how: 'combine',
        one: 'published result',
        many: 'published results',
        run: mergePublished,
        undo: { by: 'columns' },
        afterUndo: refuseCorrected,
      },
      retention: { keep },
    },
    {
      table: 'past_terms',
      people: ['student'],
      section: {
        title: 'Results of past years',
        order: 43,
        rows: ({ institutionId, personId }) => sql`
          select p.session as "Session", p.term as "Term", p.class_name as "Class", r.code as "Code", r.title as "Title",
            trim_scale(r.total / 100.0) as "Total", r.grade as "Grade"
          from past_terms p join past_results r on (r.institution_id, r.past_term_id) = (p.institution_id, p.id)
          where p.institution_id = ${institutionId} and p.student_id = ${personId} order by p.year, p.position, r.code`,
      },
      erase: { keep: keep },
      merge: {
        how: 'combine',
        one: 'past term',
        many: 'past terms',
        run: mergePastTerms,
        undo: { by: 'columns' },
      },
      retention: { keep: keep },
    },
    {
      table: 'card_files',
      people: ['student'],
      namedBy: (_, ids) => sql`sheet_ids && array(select s.id from mark_sheets s
        join enrolments e on (e.institution_id, e.batch_id) = (s.institution_id, s.batch_id)
        where s.institution_id = card_files.institution_id and e.student_id = ${anyId(ids)})`,
      section: { omit: 'Printed report cards of many students; the published results are exported.' },
      // A page cannot be taken out of a file, so the file goes; it is printed again in a moment.
      erase: 'delete',
      files: ['file_id'],
      merge: { how: 'leave', why: 'The file is deleted within a day.' },
      retention: { days: 1, job: 'results.tidyCardFiles' },
    },
  ],
};

/** Terms of past years follow the kept record; the same term in both is for a person to settle. */
async function mergePastTerms({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const rows = await query<{ term: string; session: string }>(tx, render)`
    select p.term, p.session from past_terms p
    join past_terms k on (k.institution_id, k.year, k.position) = (p.institution_id, p.year, p.position)
    where p.institution_id = ${institutionId} and p.student_id = ${otherId} and k.student_id = ${keptId} limit 1`;
  if (rows[0])
    throw new ValidationError(
      'form',
      `Both records have imported results of ${rows[0].term}, ${rows[0].session}. They can’t be merged.`,
    );
  await journal.run(
    'past_terms',
    sql`update past_terms set student_id = ${keptId} where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
}
