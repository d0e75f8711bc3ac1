import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { rowsOf, type Erasure } from '#kernel/personal-data/erasure.ts';
import { anyId, type NamedBy } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const namedBy: NamedBy = (entity, ids) =>
  sql`entity = ${entity} and (kept_id = ${anyId(ids)} or merged_id = ${anyId(ids)})`;

/** Merges of records, with what an unmerge puts back. */
export const mergePersonalData: PersonalData = {
  tables: [
    {
      table: 'merges',
      people: ['student', 'employee', 'guardian'],
      namedBy,
      section: {
        title: 'Merged records',
        order: 180,
        rows: ({ institutionId, entity, personId }) => sql`
          select ${momentText('m.created_at')} as "When", m.undone_at is not null as "Unmerged", m.content as "Content"
          from merges m where m.institution_id = ${institutionId} and m.entity = ${entity} and ${personId} in (m.kept_id, m.merged_id)
          order by m.id`,
      },
      collect: collectPhotos,
      erase: { set: { content: { erased: true } } },
      merge: { how: 'leave', why: 'Each merge is undone separately, the latest first.' },
      retention: { keep: 'As long as the records: addresses and numbers of merged records lead to the kept one.' },
    },
  ],
};

/** Of two photos a merge kept one; only its journal still names the other. */
async function collectPhotos(erasure: Erasure): Promise<void> {
  const rows = await query<{ id: string | null }>(
    erasure.tx,
    render(sql`
    select (touched -> side ->> photo)::bigint as id from merges m,
      jsonb_array_elements(coalesce(m.content -> 'rows', '[]')) touched, unnest(array['before', 'after']) side,
      unnest(array['photo_id', 'photo_small_id']) photo
    where ${rowsOf(erasure, { namedBy })} and touched ->> 'table' = ${erasure.kind.people}`),
  );
  erasure.found.fileIds.push(...rows.flatMap(({ id }) => (id === null ? [] : [Number(id)])));
}
