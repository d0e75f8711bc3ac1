import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { checkbox, id, list } from '#kernel/schemas.ts';
import { refuseTaken } from '../entries/taken-registers.ts';
import { nationalHolidays } from './national-holidays.ts';
import type { OfferedSession } from './offered.queries.ts';

export const AddHolidays = z.object({
  sessionId: id,
  keys: list(z.string().max(40)).refine((keys) => keys.length <= 60, 'Choose up to 60.'),
  /** All of the session but days in place of others, which are declared first; days with registers are left alone. */
  all: checkbox,
  closesTaken: checkbox,
});

/** Adds the chosen national holidays of a session to its calendar. Returns how many were not there yet. */
export async function addHolidays(tx: Tx, actor: Actor, input: z.output<typeof AddHolidays>): Promise<number> {
  const [session] = await query<OfferedSession & { institutionId: number }>(
    tx,
    sql`select y.id::int, y.institution_id as "institutionId", y.name, y.starts_on::text as "startsOn", y.ends_on::text as "endsOn"
      from academic_sessions y where y.institution_id = any (${sql.param(institutionsWhere(actor, 'calendar.edit'))}::int[])
        and y.id = ${input.sessionId}::bigint and y.closed_at is null for share`,
  );
  if (!session) throw new NotFound('academic session');
  const { institutionId } = session;
  const chosen = nationalHolidays(session.startsOn, session.endsOn).filter(({ key, isInLieu }) =>
    input.all ? !isInLieu : input.keys.includes(key),
  );
  if (chosen.length === 0) throw new ValidationError('keys', 'Choose at least one holiday.');
  // A day in place of another is added once it is declared, so it is certain.
  const rows = JSON.stringify(chosen.map((one) => ({ ...one, isExpected: one.isExpected && !one.isInLieu })));
  if (!input.closesTaken && !input.all)
    await refuseTaken(
      tx,
      institutionId,
      sql`exists (select from jsonb_to_recordset(${rows}::jsonb) h(key text, "startsOn" date, "endsOn" date)
        where u.on_date between h."startsOn" and h."endsOn" and not exists (select from calendar_entries e
          where e.institution_id = u.institution_id and e.holiday = h.key))`,
      'add them',
    );
  const added = await query<{ title: string }>(
    tx,
    sql`insert into calendar_entries (institution_id, kind, title, starts_on, ends_on, holiday, is_expected, account_id)
      select ${institutionId}, 'holiday', h.title, h."startsOn", h."endsOn", h.key, h."isExpected", ${actor.accountId}::bigint
      from jsonb_to_recordset(${rows}::jsonb) h(key text, title text, "startsOn" date, "endsOn" date, "isExpected" boolean)
      where not ${input.all} or not exists (select from calendar_uses u
        where u.institution_id = ${institutionId} and u.on_date between h."startsOn" and h."endsOn")
      order by h."startsOn", h.key
      on conflict (institution_id, holiday) where holiday is not null do nothing returning title`,
  );
  if (added.length === 0) return 0;
  await record(tx, actor, 'calendar.addHolidays', {
    institutionId,
    summary: `added ${added.length === 1 ? '1 national holiday' : `${added.length} national holidays`} of ${session.name} to the calendar`,
    subject: { type: 'session', id: session.id },
    details: { holidays: added.map(({ title }) => title) },
  });
  return added.length;
}
