import { sql } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { render, type Database, query } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';

/** In the morning after the last day, so that the seats are not left empty. */
export const tellLapsedOffers: Job<{ database: Database }> = {
  queue: 'admissions.lapsed',
  cron: '20 5 * * *',
  work: ({ database }) => notifyLapsedOffers(database),
};

/** Tells the people who decide that offers were not answered in time; once for each intake and day. */
export async function notifyLapsedOffers(database: Database): Promise<void> {
  const rows = await database.anonymous(
    (tx) =>
      query<{ institutionId: number; intakeId: number; offers: number }>(tx, render)`
      select institution_id as "institutionId", intake_id as "intakeId", offers from akada_lapsed_offers()`,
  );
  for (const { institutionId, intakeId, offers } of rows)
    await database.asSystem([institutionId], async (tx) => {
      const [today] = await query<{ day: string }>(tx)`select ${todayIn(institutionId)}::text as day`;
      const subject = `lapsed:${intakeId}:${today!.day}`;
      const { rowCount } = await tx.execute(
        sql`select from notifications where institution_id = ${institutionId} and subject = ${subject} limit 1`,
      );
      if (rowCount) return;
      await notify(tx, {
        institutionId,
        to: holdersOf(institutionId, 'admissions.decide'),
        kind: 'admissions.lapsed',
        subject,
        title: `${countOf(offers, 'offer')} ${offers === 1 ? 'was' : 'were'} not accepted in time`,
        body: 'Withdraw them to free the seats for the waiting list, or give the applicants more time.',
        href: `/intakes/${intakeId}/decisions`,
      });
    });
}
