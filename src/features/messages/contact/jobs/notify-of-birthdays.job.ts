import { sql } from 'drizzle-orm';
import { type Database, type Tx, render, query } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { announce } from '#kernel/messages/announce.ts';
import { switchesOn } from '#kernel/messages/switches.ts';
import { birthdayEvents, studentBirthday } from '#features/records/people/birthdays.events.ts';
import type { MessageEvent } from '#kernel/messages/events.ts';

/** Every hour, because each institution chooses its own and has its own zone. */
export const notifyOfBirthdaysHourly: Job<{ database: Database }> = {
  queue: 'contact.birthdays',
  cron: '5 * * * *',
  work: ({ database }, _data, signal) => notifyOfBirthdays(database, new Date(), signal),
};

/** Greets each person once a year, from the chosen hour on. */
export async function notifyOfBirthdays(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  for (const id of await institutionsTelling(database, birthdayEvents))
    if (!signal?.aborted) await database.asSystem([id], (tx) => tellBirthdaysOf(tx, id, now));
}

async function tellBirthdaysOf(tx: Tx, institutionId: number, now: Date): Promise<void> {
  for (const event of birthdayEvents) {
    if ((await switchesOn(tx, institutionId, event)).length === 0) continue;
    const isStudent = event === studentBirthday;
    const people = isStudent
      ? sql`select p.id, p.birth_date from students p where p.institution_id = ${institutionId} and p.status = 'active' and p.merged_into_id is null`
      : sql`select p.id, p.birth_date from employees p where p.institution_id = ${institutionId} and p.left_on is null and p.merged_into_id is null`;
    const rows = await query<{ id: number }>(tx)`
      insert into told_events (institution_id, event, source_id, step)
      select ${institutionId}, ${event.key}, p.id, to_char(d.here, 'YYYY')
      from (select ${now.toISOString()}::timestamptz at time zone i.time_zone as here, coalesce(c.birthday_hour, 8) as hour
        from institutions i left join contact_settings c on c.institution_id = i.id where i.id = ${institutionId}) d
      cross join lateral (${people}) p
      where extract(hour from d.here) between d.hour and 20
        and (to_char(p.birth_date, 'MMDD') = to_char(d.here, 'MMDD')
          or to_char(p.birth_date, 'MMDD') = '0229' and to_char(d.here, 'MMDD') = '0228'
            and to_char(d.here + interval '1 day', 'MMDD') = '0301')
      on conflict do nothing returning source_id as id`;
    await announce(
      tx,
      institutionId,
      event,
      rows.map(({ id }) => (isStudent ? { studentId: Number(id) } : { employeeId: Number(id) })),
    );
  }
}

/** Institutions that have switched one of the events on. */
export async function institutionsTelling(database: Database, events: readonly MessageEvent[]): Promise<number[]> {
  const rows = await database.anonymous(
    (tx) =>
      query<{ id: number }>(tx, render)`
      select id from akada_institutions_telling(${sql.param(events.map(({ key }) => key))}::text[]) as id`,
  );
  return rows.map(({ id }) => Number(id));
}
