import { sql } from 'drizzle-orm';
import { query, render, type Database } from '#kernel/database.ts';
import type { MessageEvent } from '#kernel/messages/events.ts';

/** Institutions that have switched one of the events on. */
export async function institutionsTelling(database: Database, events: readonly MessageEvent[]): Promise<number[]> {
  const rows = await database.anonymous((tx) =>
    query<{ id: number }>(
      tx,
      render(sql`select id from akada_institutions_telling(${sql.param(events.map(({ key }) => key))}::text[]) as id`),
    ),
  );
  return rows.map(({ id }) => Number(id));
}
