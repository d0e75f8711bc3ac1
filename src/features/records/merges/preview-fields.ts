import { sql } from 'drizzle-orm';
import { formatDay } from '#kernel/dates.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { phoneText } from '#ui/format.ts';
import { isEmpty, isSame, winnerOf, type MergeField, type Row, type Side } from '#kernel/personal-data/merge-fields.ts';
import type { Merge, MergePreviewField } from '#kernel/personal-data/merge-rule.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';

/** The fields of both records, in words; those that are empty in both are left out. */
export async function recordFields(merge: Merge): Promise<MergePreviewField[]> {
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
  const found = await query<{ id: string; name: string }>(
    tx,
    render(sql`
    select id, name from countries where id = any(${sql.param(ids)}::text[])
    union all select id, name from states where id = any(${sql.param(ids)}::text[])
    union all select id, name from lgas where id = any(${sql.param(ids)}::text[])`),
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}
