import { sql } from 'drizzle-orm';
import type { AnchoredRows } from '#features/results/results/verification/anchors.ts';

/** Approved decisions. The note is left out: an erasure clears it. */
export const decisionAnchors: AnchoredRows = {
  kind: 'promotion_decisions',
  many: 'promotion decisions',
  rows: sql`select d.institution_id, d.session_id as key, d.student_id,
      encode(sha256(convert_to(jsonb_build_array(d.batch_id, d.outcome, d.proposed, d.reasons, d.rule_id, d.average,
        d.designation, d.approved_by)::text, 'UTF8')), 'hex') as digest,
      'The promotion of ' || s.admission_number || ', ' || y.name || ' (' || d.outcome || ')' as words
    from promotion_decisions d join students s on (s.institution_id, s.id) = (d.institution_id, d.student_id)
    join academic_sessions y on (y.institution_id, y.id) = (d.institution_id, d.session_id)
    where d.approved_at is not null`,
};
