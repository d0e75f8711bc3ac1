import { sql } from 'drizzle-orm';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';

/** Class arms with students whose results of a term are not published, opened or not. */
export const unpublishedSheets: UnfinishedWork = {
  kind: 'sheets',
  place: 10,
  one: 'mark sheet not published',
  many: 'mark sheets not published',
  href: () => '/mark-sheets',
  may: ['marks.view'],
  found: ({ institutionId, id }) => sql`select b.name || ', ' || t.name as name
        from terms t join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id)
          and exists (select from enrolments e where (e.institution_id, e.batch_id) = (b.institution_id, b.id))
        left join mark_sheets s on (s.institution_id, s.term_id, s.batch_id) = (b.institution_id, t.id, b.id)
        where t.institution_id = ${institutionId} and t.session_id = ${id} and coalesce(s.state, 'draft') <> 'published'`,
};
