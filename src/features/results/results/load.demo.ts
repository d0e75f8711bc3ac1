import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { query } from '#kernel/database.ts';
import type { DemoStep } from '#web/feature.ts';
import { insertCorrection } from './corrections.demo.ts';
import { insertPastTerms } from './past.demo.ts';
import { publishSheets } from './publication/publish.ts';

/** What is approved is published. */
const publishApproved: DemoStep['load'] = async (tx, { school, college, secret }) => {
  for (const { id: institutionId } of [school, college]) {
    const approved = await query<{ id: number }>(
      tx,
      sql`select id::int as id from mark_sheets where institution_id = ${institutionId} and state = 'approved' order by id`,
    );
    const ids = approved.map(({ id }) => id);
    if (ids.length > 0) await publishSheets(tx, systemActor(institutionId, 'Demonstration'), secret, { ids });
  }
};

/** Each time after marks. */
export const steps: DemoStep[] = [
  { place: 116.5, isHistory: true, load: (tx, { college }) => insertPastTerms(tx, college.id) },
  { place: 117, isHistory: true, load: publishApproved },
  { place: 119, load: publishApproved },
  { place: 119.5, load: (tx, { school, secret }) => insertCorrection(tx, school.id, secret) },
];
