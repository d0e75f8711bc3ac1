import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { groupsSeen, type RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { Merge, MergePreviewField } from '#kernel/personal-data/merge-rule.ts';
import { byOwner } from '#kernel/personal-data/named-by.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import type { PersonalDataRegistry, PersonalTable } from '#kernel/personal-data/personal-data.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { lockPair } from './lock-pair.ts';
import type { MergePreview } from './merges.pages.ts';
import { formatDay } from '#kernel/dates.ts';
import { phoneText } from '#ui/format.ts';
import { isEmpty, isSame, winnerOf, type MergeField, type Row, type Side } from '#kernel/personal-data/merge-fields.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';

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
  const rows = await query<{ counts: number[] }>(tx, render)`select array[${sql.join(counts, sql`, `)}] as counts`;
  return counted.flatMap(({ one, many }, at) => {
    const count = rows[0]!.counts[at]!;
    return count === 0 ? [] : `${count} ${count === 1 ? one : many}`;
  });
}

/** The fields of both records, in words; those that are empty in both are skipped. */
async function recordFields(merge: Merge): Promise<MergePreviewField[]> {
  const { kind, kept, other } = merge;
  const places = await placeNames(merge.tx, [kept, other]);
  const fields = kind.mergeFields.filter((field) => !isEmpty(field, kept) || !isEmpty(field, other));
  const previews: MergePreviewField[] = [];
  for (const field of fields) previews.push(await previewOf(merge, field, places));
  return previews;
}

async function previewOf(merge: Merge, field: MergeField, places: Map<string, string>): Promise<MergePreviewField> {
  const { kept, other } = merge;
  const { key, label, group } = field;
  const own = await field.words?.(merge);
  const wordsOf = (side: Side) =>
    isEmpty(field, merge[side]) ? null : (own?.[side] ?? words(field, merge[side], places));
  return {
    key,
    label,
    group,
    kept: wordsOf('kept'),
    other: wordsOf('other'),
    keptPhoto: photoOf(merge, field, 'kept'),
    otherPhoto: photoOf(merge, field, 'other'),
    winner: winnerOf(field, kept, other),
    isSame: own ? own.kept === own.other : isSame(field, kept, other),
  };
}

function photoOf({ kind, keptId, otherId, ...merge }: Merge, { key }: MergeField, side: Side) {
  if (key !== 'photo') return undefined;
  const id = side === 'kept' ? keptId : otherId;
  return photoUrl(kind.people, { id, photoId: merge[side].photo_id as number | null }, 'small');
}

const genders: Record<string, string> = { female: 'Female', male: 'Male' };

function words({ key, columns }: MergeField, row: Row, places: Map<string, string>): string {
  if (key === 'photo') return 'Photo';
  if (key === 'employment') {
    const [from, to, reason] = columns.map((column) => row[column] as string | null);
    return [from && `from ${formatDay(from)}`, to && `until ${formatDay(to)}`, reason].filter(Boolean).join(', ');
  }
  const parts = columns
    .filter((column) => row[column] !== null)
    .map((column) => String(row[column]))
    .map((value) =>
      /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : (places.get(value) ?? genders[value] ?? phoneText(value)),
    );
  return key === 'place' ? parts.toReversed().join(', ') : parts.join(' · ');
}

/** Countries, states and LGAs by their ids. */
async function placeNames(tx: Tx, rows: Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => [row.country_id, row.nationality_id, row.state_id, row.lga_id]).filter(Boolean);
  const found = await query<{ id: string; name: string }>(tx, render)`
    select id, name from countries where id = any(${sql.param(ids)}::text[])
    union all select id, name from states where id = any(${sql.param(ids)}::text[])
    union all select id, name from lgas where id = any(${sql.param(ids)}::text[])`;
  return new Map(found.map(({ id, name }) => [id, name]));
}
