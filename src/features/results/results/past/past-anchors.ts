import { sql } from 'drizzle-orm';
import type { AnchoredRows } from '../verification/anchors.ts';

/** Imported terms with their courses: nobody here can prove them, but what the file brought stays as it came. */
export const pastAnchors: AnchoredRows = {
  kind: 'past_terms',
  many: 'imported terms',
  rows: sql`select p.institution_id, p.id as key, p.student_id, p.import_id,
      encode(sha256(convert_to(jsonb_build_array(p.session, p.year, p.term, p.position, p.class_name, p.system, p.average,
        p.rank, p.rank_of, c.courses)::text, 'UTF8')), 'hex') as digest,
      'The imported result of ' || s.admission_number || ', ' || p.term || ', ' || p.session as words
    from past_terms p join students s on (s.institution_id, s.id) = (p.institution_id, p.student_id)
    cross join lateral (select jsonb_agg(jsonb_build_array(r.code, r.title, r.units, r.total, r.grade, r.points, r.passed)
        order by r.code) as courses
      from past_results r where (r.institution_id, r.past_term_id) = (p.institution_id, p.id)) c`,
};
