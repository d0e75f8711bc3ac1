import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, query } from '#kernel/database.ts';
import { seesType, type Model } from './data-offer.ts';

/** `model_record` of a dashlet about all of them. */
export const allRecords = 'all';

/** Records of a model that the actor can see, 'all' first; typing finds others. */
export async function recordsOf(
  db: Db,
  actor: Actor,
  { model, institutionId, q }: { model: Model; institutionId: number; q: string },
): Promise<Choices> {
  const { type } = model;
  if (!seesType(actor, type, institutionId)) return { choices: [], isMore: false };
  const sought = q && type.search ? sql`and ${type.search(q)}` : sql``;
  const { rows, isMore } = await bounded(
    choicesShown,
    (limit) =>
      query<Choice>(db)`
      select ${type.id}::text as value, ${type.name} as label, ${type.detail} as hint from ${type.from}
      where ${type.visible(actor, institutionId)} ${sought} order by ${type.order} limit ${limit}`,
  );
  return { choices: q ? rows : [{ value: allRecords, label: `All ${type.many}` }, ...rows], isMore };
}

/** A record by its name; null if it is gone, or not the actor's to see. */
export async function namedRecord(
  db: Db,
  actor: Actor,
  { type }: Model,
  { institutionId, record }: { institutionId: number; record: number },
): Promise<{ name: string; isPast: boolean } | null> {
  const [row] = await query<{ name: string; isPast: boolean }>(db)`
    select ${type.name} as name, ${type.isPast ?? sql`false`} as "isPast" from ${type.from}
    where ${type.visible(actor, institutionId)} and ${type.id} = ${record}`;
  return row ?? null;
}
