import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { takesSeat } from './in-states.ts';

/** How many seats of a class (or, without one, of an intake) are taken: offered, accepted or admitted. */
export const seatsTaken = (of: {
  institutionId: SQLWrapper;
  intakeId: SQLWrapper;
  classId?: SQLWrapper;
}): SQL<number> => sql`select count(*)::int from applications s
  where s.institution_id = ${of.institutionId} and s.intake_id = ${of.intakeId}
    and s.status in ${takesSeat} ${of.classId ? sql`and s.class_id = ${of.classId}` : sql``}`;
