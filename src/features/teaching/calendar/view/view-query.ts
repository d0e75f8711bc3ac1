import { z } from 'zod';
import { day, id, queryParam } from '#kernel/schemas.ts';

/** Days that a calendar is turned to; PostgreSQL and browsers agree on all of them. */
const viewedDay = day.refine((value) => value >= '1970-01-01' && value <= '2199-12-31', 'Choose a day before 2200.');

export const CalendarQuery = z.object({
  institution_id: queryParam(id),
  academic_session: queryParam(id),
  view: queryParam(z.enum(['month', 'week'])),
  day: queryParam(viewedDay),
});
