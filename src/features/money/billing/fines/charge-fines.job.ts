import { systemActor } from '#kernel/actor.ts';
import { render, type Database, query } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { chargeFines, studentsToFine } from './charge-fines.ts';

/** After midnight everywhere in Nigeria; the day is that of each institution’s zone. */
export const chargeFinesNightly: Job<{ database: Database }> = {
  queue: 'fees.fines',
  cron: '15 1 * * *',
  work: ({ database }) => chargeFinesEverywhere(database),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'fees.fines': true;
  }
}

export async function chargeFinesEverywhere(database: Database): Promise<void> {
  const rows = await database.anonymous(
    (tx) => query<{ id: number; today: Day }>(tx, render)`select institution_id as id, today from akada_fines_due()`,
  );
  for (const { id, today } of rows) await chargeFinesOf(database, id, today);
}

/** Few students at a time, so that nobody waits long for them at a counter. */
const studentsATime = 100;

/** Charges the fines of an institution as of a day. It may run again at any time: nothing is charged twice. */
export async function chargeFinesOf(database: Database, institutionId: number, today: Day): Promise<void> {
  const actor = systemActor(institutionId, 'Akada');
  const ids = await database.asSystem([institutionId], (tx) => studentsToFine(tx, institutionId, today));
  for (let at = 0; at < ids.length; at += studentsATime)
    try {
      await database.asSystem([institutionId], (tx) =>
        chargeFines(tx, actor, institutionId, ids.slice(at, at + studentsATime), today),
      );
    } catch (error) {
      // A closed period takes no fines; another institution's are charged all the same.
      if (error instanceof ValidationError) return;
      throw error;
    }
}
