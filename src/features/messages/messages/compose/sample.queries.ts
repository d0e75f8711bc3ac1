import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { FilledTemplate } from '#kernel/messages/providers/provider.ts';
import type { Db } from '#kernel/database.ts';
import { askOnce } from '../ask-once.ts';
import { ComposeFields } from './compose-fields.ts';
import { toldBy } from './told.ts';

/** The text for one of the recipients, counted from zero. */
export const AskSample = ComposeFields.extend({ at: z.number().int().min(0).max(1_000_000).default(0) });

export interface Sample {
  name: string;
  channel: string;
  subject: string;
  body: string;
  template: FilledTemplate | null;
  parts: number | null;
  /** The labels of fields that are empty for this recipient. */
  empties: string[];
  at: number;
  of: number;
}

export async function sampleOf(
  db: Db,
  actor: Actor,
  { at, ...fields }: z.infer<typeof AskSample>,
): Promise<Sample | null> {
  const { query } = await toldBy(db, actor, fields);
  const [row] = await askOnce<Sample>(
    db,
    sql`with ${query}, counted as (select count(*)::int as n from told)
    select name, channel, subject, body, template, parts, empties, least(${at}::int, n - 1) as at, n as of
    from told cross join counted order by sort_name, key
    offset (select greatest(0, least(${at}::int, n - 1)) from counted) limit 1`,
  );
  return row ?? null;
}
