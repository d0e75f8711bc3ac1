import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { render, type Db, query } from '#kernel/database.ts';

interface Choice {
  id: number;
  name: string;
}

export interface FeeListChoices {
  sessions: Choice[];
  terms: Choice[];
  classes: Choice[];
  categories: Choice[];
}

/** The values of the filters of the fees list. */
export async function feeListChoices(db: Db, actor: Actor, wanted?: number): Promise<FeeListChoices> {
  const here = sql`institution_id = any (${sql.param(institutionsInView(actor, wanted, 'fees.view'))}::int[])`;
  const choices = (rows: ReturnType<typeof sql>) => sql`(select coalesce(jsonb_agg(r), '[]') from (${rows}) r)`;
  const rows = await query<FeeListChoices>(db, render)`select
    ${choices(sql`select id, name from academic_sessions where ${here} order by starts_on desc, id`)} as sessions,
    ${choices(sql`select t.id, t.name || ', ' || s.name as name from terms t
      join academic_sessions s on (s.institution_id, s.id) = (t.institution_id, t.session_id)
      where t.${here} order by t.starts_on desc, t.id`)} as terms,
    ${choices(sql`select id, name from classes where ${here} order by institution_id, program_id, position, id`)} as classes,
    ${choices(sql`select id, name from fee_categories where ${here} and archived_at is null order by name, id`)} as categories`;
  return rows[0]!;
}
