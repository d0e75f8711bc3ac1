import { and, inArray, sql } from 'drizzle-orm';
import { allow, can, membershipIn, type Actor } from '#kernel/actor.ts';
import { today, type Day } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound, Refused } from '#kernel/errors.ts';
import type { MergeEntity } from './entities.ts';
import type { Row } from './merge-units.ts';

export interface Pair {
  about: MergeEntity;
  institutionId: number;
  today: Day;
  keptId: number;
  otherId: number;
  kept: Row;
  other: Row;
}

/**
 * The two records, locked in the order of their ids, so that two clerks who merge the same pair wait for each other
 * rather than for ever. NotFound unless both are of one institution and the actor may see them.
 */
export async function lockPair(
  tx: Tx,
  actor: Actor,
  about: MergeEntity,
  keptId: number,
  otherId: number,
): Promise<Pair> {
  if (keptId === otherId) throw new Refused('otherId', 'This is the same record. Choose the other one.');
  const { people } = about;
  const rows = await tx
    .select({ id: people.id, institutionId: people.institutionId, row: sql<Row>`to_jsonb(${people})` })
    .from(people)
    .where(and(about.visible(actor), inArray(people.id, [keptId, otherId])))
    .orderBy(people.id)
    .for('no key update');
  if (rows.length < 2) throw await whyNotFound(tx, actor, about, [keptId, otherId]);
  const [kept, other] = [keptId, otherId].map((id) => rows.find((row) => row.id === id)!);
  const { institutionId } = kept!;
  if (other!.institutionId !== institutionId) throw new NotFound(about.entity);
  allow(actor, 'people.merge', institutionId);
  allow(actor, about.edit, institutionId);
  const own = membershipIn(actor, institutionId)![`${about.entity}Ids`];
  // Of oneself and one's own one sees more than of others.
  if (
    rows.some(({ id }) => own.includes(id)) &&
    !Object.values(about.groups).every((one) => can(actor, one, institutionId))
  )
    throw new Refused('otherId', 'One of these records is your own. Ask a colleague to merge them.');
  for (const { row } of rows)
    if (row.anonymised_at !== null)
      throw new Refused('otherId', 'The data of one of these people was erased. Such a record cannot be merged.');
  return {
    ...{ about, institutionId, keptId, otherId, kept: kept!.row, other: other!.row },
    today: today(membershipIn(actor, institutionId)!.timeZone),
  };
}

/** Somebody who was a moment faster is told from a record that is not there. */
async function whyNotFound(tx: Tx, actor: Actor, { people, entity, edit }: MergeEntity, ids: number[]) {
  const mine = actor.institutions.filter((one) => one.permissions.has('people.merge') && one.permissions.has(edit));
  if (mine.length === 0) return new NotFound(entity);
  const merged = await tx.$count(
    people,
    and(
      inArray(
        people.institutionId,
        mine.map(({ id }) => id),
      ),
      inArray(people.id, ids),
      sql`${people.mergedIntoId} is not null`,
    ),
  );
  return merged
    ? new Conflict('One of these records has been merged in the meantime. Load the page again.')
    : new NotFound(entity);
}

/** 'Ada Obi (2026/0001)'. */
export function labelOf({ number }: MergeEntity, row: Row): string {
  const name = [row.first_name, row.middle_name, row.surname].filter(Boolean).join(' ');
  return number ? `${name} (${String(row[number])})` : name;
}
