import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { systemActor } from '#kernel/actor.ts';
import { query, render, type Database, type Db } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { anchorProblems, startAnchors } from '#features/results/results/verification/anchors.ts';
import { notifyNightly } from '#features/results/results/verification/notify-nightly.ts';
import { verifyAsOwner } from '#features/results/results/verification/verify-results.ts';
import { decisionAnchors } from './decision-anchors.ts';

/** Compares approved decisions of an institution with what the log says was approved. */
export async function verifyDecisions(db: Db, institutionId: number): Promise<{ sealed: number; problems: string[] }> {
  const [found] = await query<{ sealed: number }>(
    db,
    sql`select count(*)::int as sealed from promotion_decisions
      where institution_id = ${institutionId} and approved_at is not null`,
  );
  return { sealed: found!.sealed, problems: await anchorProblems(db, institutionId, decisionAnchors) };
}

/** All institutions, as the owner of the database. Read-only. */
export const verifyPromotion = (client: pg.Client) => verifyAsOwner(client, verifyDecisions);

export const verifyPromotionNightly: Job<{ database: Database }> = {
  queue: 'promotion.verify',
  cron: '45 3 * * *',
  async work({ database }) {
    const found = await database.anonymous((tx) =>
      query<{ id: number }>(tx, render(sql`select institution_id as id from akada_institutions_with_results()`)),
    );
    for (const { id } of found)
      await database.asSystem([id], (tx) =>
        notifyNightly(tx, id, {
          verify: () => verifyDecisions(tx, id),
          start: () => startAnchors(tx, systemActor(id, 'Akada'), id, decisionAnchors),
          to: 'results.publish',
          kind: 'promotion.changed',
          title: 'Promotions were changed outside Akada',
        }),
      );
  },
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'promotion.verify': true;
  }
}
