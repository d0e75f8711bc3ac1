import { sql } from 'drizzle-orm';
import { type Database, type Tx, query } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { announce } from '#kernel/messages/announce.ts';
import type { MessageEvent } from '#kernel/messages/events.ts';
import { switchesOn } from '#kernel/messages/switches.ts';
import { decimal } from '#kernel/money.ts';
import { feeDue, feeOverdue } from '#features/money/balances/balances.events.ts';
import { institutionsTelling } from './notify-of-birthdays.job.ts';

/** In the morning, so that it does not wait out the quiet hours of the night. */
export const notifyOfDuesDaily: Job<{ database: Database }> = {
  queue: 'contact.dues',
  cron: '40 7 * * *',
  work: ({ database }, _data, signal) => notifyOfDues(database, signal),
};

/** A year and a month: birthdays of last year are still known. */
const keptDays = 400;

/** Reminds of instalments that are due soon or have been overdue for some days, once each. */
export async function notifyOfDues(database: Database, signal?: AbortSignal): Promise<void> {
  for (const id of await institutionsTelling(database, [feeDue, feeOverdue]))
    for (const event of [feeDue, feeOverdue])
      if (!signal?.aborted)
        await database.asSystem([id], async (tx) => {
          await tx.execute(sql`delete from told_events where institution_id = ${id}
            and told_at < now() - make_interval(days => ${keptDays}::int)`);
          await tellDuesOf(tx, id, event);
        });
}

interface Due {
  invoiceId: number;
  studentId: number;
  title: string;
  due: string;
  open: number;
  currency: string;
}

async function tellDuesOf(tx: Tx, institutionId: number, event: MessageEvent): Promise<void> {
  if ((await switchesOn(tx, institutionId, event)).length === 0) return;
  const dues = await query<Due>(tx)`
    with day as (
      select (now() at time zone i.time_zone)::date as today, i.currency, coalesce(c.due_days, 3) as due_days,
        coalesce(c.overdue_days, 7) as overdue_days
      from institutions i left join contact_settings c on c.institution_id = i.id where i.id = ${institutionId}),
    open as (
      select v.invoice_id, i.student_id, i.title, v.due_on, sum(v.open) as open, day.currency
      from day cross join invoices i
      cross join lateral (select d.due_on, d.invoice_id,
          least(d.amount, sum(d.amount) over (order by d.due_on, d.position) - i.settled - i.credited) as open
        from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id offset 0) v
      where i.institution_id = ${institutionId} and i.open > 0 and v.open > 0
        and case ${event.key} when ${feeDue.key} then v.due_on >= day.today and v.due_on <= day.today + day.due_days
          -- What was overdue long before it was switched on is a matter for the bursar.
          else v.due_on <= day.today - day.overdue_days and v.due_on > day.today - day.overdue_days - 7 end
      group by 1, 2, 3, 4, 6),
    told as (
      insert into told_events (institution_id, event, source_id, step)
      select ${institutionId}, ${event.key}, invoice_id, due_on::text from open
      on conflict do nothing returning source_id, step)
    select o.invoice_id as "invoiceId", o.student_id as "studentId", o.title, o.due_on::text as due, o.open, o.currency
    from open o join told t on (t.source_id, t.step) = (o.invoice_id, o.due_on::text)
    order by o.student_id, o.invoice_id, o.due_on`;
  await announce(
    tx,
    institutionId,
    event,
    dues.map(({ studentId, title, due, open, currency }) => ({
      studentId: Number(studentId),
      fields: { title, due: formatDay(due), amount: `${currency} ${decimal(Number(open))}` },
    })),
  );
}
