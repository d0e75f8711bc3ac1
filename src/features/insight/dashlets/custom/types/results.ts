import { and, desc, eq, sql } from 'drizzle-orm';
import { maySeeResults } from '#features/results/results/results.policy.ts';
import { publishedResults } from '#features/results/results/results.schema.ts';
import { genders } from '#features/records/people/genders.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { CountedType } from '../counted-type.ts';
import { labelOf } from '../label-of.ts';

/** Published results, one for each student and term. */
export const countedResults: CountedType = {
  label: 'Results',
  one: 'result',
  many: 'results',
  may: maySeeResults,
  from: sql`${publishedResults}
    join ${students} on (${students.institutionId}, ${students.id}) = (${publishedResults.institutionId}, ${publishedResults.studentId})
    join terms t on (t.institution_id, t.id) = (${publishedResults.institutionId}, ${publishedResults.termId})
    join batches b on (b.institution_id, b.id) = (${publishedResults.institutionId}, ${publishedResults.batchId})
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    join institutions n on n.id = ${publishedResults.institutionId}`,
  id: sql`${publishedResults.id}`,
  visible: (actor, institutionId) =>
    and(seenWith(actor, maySeeResults, institutionId), sql`${publishedResults.replacedAt} is null`)!,
  name: sql`concat_ws(', ', ${students.surname}, ${students.firstName})`,
  detail: sql`concat_ws(' · ', t.name, b.name)`,
  order: desc(publishedResults.id),
  day: sql`(${publishedResults.publishedAt} at time zone n.time_zone)::date`,
  filters: {
    gender: { label: 'Gender', options: genders, where: (value) => sql`${students.gender} = ${value}` },
  },
  splits: {
    term: { label: 'Term', by: sql`concat_ws(' · ', t.name, y.name)`, order: sql`t.starts_on` },
    batch: { label: 'Class arm', by: sql`b.name` },
    gender: { label: 'Gender', by: labelOf(sql`${students.gender}`, genders) },
  },
  of: { Student: { one: (record) => eq(students.id, record) } },
};
