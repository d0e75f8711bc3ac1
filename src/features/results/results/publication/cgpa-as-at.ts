import { sql } from 'drizzle-orm';

/**
 * Of published results `r`: the day of the publication, if results of past years were added later. They count in the CGPA
 * of the record and of the next card, but a sealed card stays as it is.
 */
export const cgpaAsAt = sql<string | null>`case when r.content #>> '{summary,cgpa,value}' is not null and exists (
    select from past_terms l where (l.institution_id, l.student_id) = (r.institution_id, r.student_id)
      and l.system = 'gpa' and l.created_at > r.published_at)
  then (select (r.published_at at time zone z.time_zone)::date::text from institutions z where z.id = r.institution_id) end`;
