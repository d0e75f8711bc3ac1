import { sql } from 'drizzle-orm';

/**
 * Joins to published results `r`, as `x.content`, the small rest of what a card says. Each look into the whole content
 * would unpack it again.
 */
export const withoutCourses = sql`cross join lateral (select r.content - 'courses' - 'gradeKey' as content offset 0) x`;
