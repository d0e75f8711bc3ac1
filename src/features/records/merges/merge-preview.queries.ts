import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { groupsSeen, type RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { Merge } from '#kernel/personal-data/merge-rule.ts';
import { byOwner } from '#kernel/personal-data/named-by.ts';
import { logAccess } from '#features/records/people/log-access.ts';
import type { PersonalDataRegistry, PersonalTable } from '#kernel/personal-data/personal-data.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { lockPair } from './lock-pair.ts';
import type { MergePreview } from './merges.pages.ts';
import { recordFields } from './preview-fields.ts';

/** What merging two records would do, field by field. Showing restricted values is written to the access log. */
export async function mergePreview(
  tx: Tx,
  actor: Actor,
  personalData: PersonalDataRegistry,
  entity: Entity,
  keptId: number,
  otherId: number,
): Promise<MergePreview> {
  const kind = personalData.kindOf(entity);
  const merge = await lockPair(tx, actor, kind, keptId, otherId);
  const tables = movedTables(personalData.tablesOf(entity));
  const groups = groupsSeen(actor, merge.institutionId, kind.groups);
  const all = await recordFields(merge);
  const conflicts: string[] = [];
  for (const table of tables) {
    all.push(...((await table.fields?.(merge)) ?? []));
    conflicts.push(...((await table.conflicts?.(merge)) ?? []));
  }
  const seen = all.filter(({ group }) => groups.includes(group));
  const differing = seen.filter(({ isSame }) => !isSame);
  const shown = groups.filter(
    (group): group is RestrictedGroup =>
      group !== 'general' && differing.some((field) => field.group === group && (field.kept ?? field.other) !== null),
  );
  for (const subjectId of [keptId, otherId])
    await logAccess(tx, actor, {
      institutionId: merge.institutionId,
      entity,
      subjectId,
      groups: shown,
      place: 'form',
    });
  return {
    fields: differing,
    sameCount: seen.length - differing.length,
    unseenCount: all.filter((field) => !groups.includes(field.group) && !field.isSame).length,
    moves: await countMoves(merge, tables),
    conflicts,
  };
}

const orderOf = ({ section }: PersonalTable) => ('order' in section ? section.order : Infinity);

/** The tables whose rows move to the kept record, in the order in which an export lists them. */
const movedTables = (tables: readonly PersonalTable[]) =>
  tables
    .toSorted((one, other) => Math.sign(orderOf(one) - orderOf(other)) || 0)
    .flatMap(({ table, merge, namedBy }) =>
      merge.how === 'move' || merge.how === 'combine' ? [{ ...merge, table, namedBy }] : [],
    );
type MovedTable = ReturnType<typeof movedTables>[number];

/** '2 documents', and so on, of the record that is merged. */
async function countMoves({ tx, kind, institutionId, otherId }: Merge, tables: MovedTable[]): Promise<string[]> {
  // Tables with fields to choose from are listed field by field.
  const counted = tables.filter(({ fields, isCounted }) => !fields || isCounted);
  const counts = counted.map(
    ({ table, namedBy = byOwner }) => sql`(select count(*)::int from ${sql.identifier(table)}
      where institution_id = ${institutionId} and ${namedBy(kind.entity, [otherId])})`,
  );
  const rows = await query<{ counts: number[] }>(tx, render(sql`select array[${sql.join(counts, sql`, `)}] as counts`));
  return counted.flatMap(({ one, many }, at) => {
    const count = rows[0]!.counts[at]!;
    return count === 0 ? [] : `${count} ${count === 1 ? one : many}`;
  });
}
