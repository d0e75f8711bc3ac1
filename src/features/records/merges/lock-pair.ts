import { and, inArray, sql } from 'drizzle-orm';
import { allow, can, membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import type { Row, Side } from '#kernel/personal-data/merge-fields.ts';
import type { Merge } from '#kernel/personal-data/merge-rule.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

/**
 * The two records, locked in the order of their ids, so that two clerks who merge the same pair wait for each other
 * rather than for ever. NotFound unless both are of one institution and the actor may see them.
 */
export async function lockPair(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  keptId: number,
  otherId: number,
  take: Record<string, Side> = {},
): Promise<Merge> {
  if (keptId === otherId) throw new ValidationError('otherId', 'This is the same record. Choose the other one.');
  const { table } = kind;
  const rows = await tx
    .select({ id: table.id, institutionId: table.institutionId, row: sql<Row>`to_jsonb(${table})` })
    .from(table)
    .where(and(kind.visibleTo(actor), inArray(table.id, [keptId, otherId])))
    .orderBy(table.id)
    .for('no key update');
  if (rows.length < 2) throw await whyNotFound(tx, actor, kind, [keptId, otherId]);
  const [kept, other] = [keptId, otherId].map((id) => rows.find((row) => row.id === id)!);
  const { institutionId } = kept!;
  if (other!.institutionId !== institutionId) throw new NotFound(kind.entity);
  allow(actor, 'people.merge', institutionId);
  allow(actor, kind.edit, institutionId);
  refuseOwnRecord(actor, kind, institutionId, [keptId, otherId]);
  if (rows.some(({ row }) => row.anonymised_at !== null))
    throw new ValidationError('otherId', 'The data of one of these people was erased. Such a record can’t be merged.');
  return {
    tx,
    actor,
    kind,
    institutionId,
    keptId,
    otherId,
    take,
    kept: kept!.row,
    other: other!.row,
    today: today(membershipIn(actor, institutionId)!.timeZone),
  };
}

/** People see more of their own record than of others, and would see as much of the one that is merged into it. */
function refuseOwnRecord(actor: Actor, kind: PersonKind, institutionId: number, ids: number[]): void {
  const own = membershipIn(actor, institutionId)![`${kind.entity}Ids`];
  const seesAll = Object.values(kind.groups).every((permission) => can(actor, permission, institutionId));
  if (ids.some((id) => own.includes(id)) && !seesAll)
    throw new ValidationError('otherId', 'One of these records is your own. Ask a colleague to merge them.');
}

/** Distinguishes a record that was merged a moment ago from one that does not exist. */
async function whyNotFound(tx: Tx, actor: Actor, { table, entity, edit }: PersonKind, ids: number[]) {
  const institutionIds = actor.institutions
    .filter(({ permissions }) => permissions.has('people.merge') && permissions.has(edit))
    .map(({ id }) => id);
  if (institutionIds.length === 0) return new NotFound(entity);
  const merged = await tx.$count(
    table,
    and(inArray(table.institutionId, institutionIds), inArray(table.id, ids), sql`${table.mergedIntoId} is not null`),
  );
  return merged
    ? new Conflict('One of these records has been merged in the meantime. Reload the page.')
    : new NotFound(entity);
}

/** 'Ada Obi (2026/0001)'. */
export function labelOf({ number }: PersonKind, row: Row): string {
  const name = [row.first_name, row.middle_name, row.surname].filter(Boolean).join(' ');
  return number ? `${name} (${String(row[number.column])})` : name;
}
