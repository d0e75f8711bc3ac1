import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { today as todayIn } from '#kernel/dates.ts';
import { chooseCalendar } from '../view/choose-calendar.ts';
import { termDays } from './term-days.queries.ts';
import { schoolWeek } from './week.queries.ts';

/** How often the school opens in each term, and the week that it comes from. */
export async function schoolDaysProps(
  db: Db,
  actor: Actor,
  query: { institution_id?: number | undefined; academic_session?: number | undefined },
) {
  const { timeZone, canEdit, ...chosen } = chooseCalendar(actor, query.institution_id);
  const today = todayIn(timeZone);
  const [terms, week] = await Promise.all([
    termDays(db, chosen.institutionId, query.academic_session, today),
    schoolWeek(db, chosen.institutionId),
  ]);
  return { ...chosen, terms, week, can: { edit: canEdit } };
}
