import { sql } from 'drizzle-orm';
import { allContacts, namePatterns, type Erasure } from '#kernel/personal-data/erasure.ts';

/** Removes the person from problems of imports and from the example values of their columns. */
export async function eraseImportMentions(erasure: Erasure): Promise<void> {
  const { tx, institutionId, kind, names, bearers } = erasure;
  const words = [
    ...names,
    ...allContacts(erasure),
    ...bearers.flatMap(({ surname, firstName }) => [surname, firstName]),
  ];
  const anyWord = sql`any(${sql.param(words)}::text[])`;
  const ofKind = sql`i.institution_id = ${institutionId} and i.kind = ${kind.people}`;
  await tx.execute(sql`update import_problems p set value = null, who = null, message = 'What stood here has been erased.'
    from imports i where (i.institution_id, i.id) = (p.institution_id, p.import_id) and ${ofKind}
      and (p.value = ${anyWord} or exists (select from unnest(${sql.param(namePatterns(erasure))}::text[]) name
        where concat_ws(' ', p.value, p.who, p.message) ~ name))`);
  await tx.execute(sql`update imports i set preview = '{}' where ${ofKind}
    and exists (select from unnest(${sql.param(namePatterns(erasure))}::text[]) name where i.preview::text ~ name)`);
  // The examples help to map columns; an import that has ended no longer needs them.
  await tx.execute(sql`update imports i set format = jsonb_set(i.format, '{columns}', (
      select jsonb_agg(c || '{"samples": []}' order by at) from jsonb_array_elements(i.format -> 'columns') with ordinality list (c, at)))
    where ${ofKind} and i.state in ('done', 'cancelled', 'failed')
      and exists (select from jsonb_array_elements(i.format -> 'columns') c, jsonb_array_elements_text(c -> 'samples') sample
        where sample = ${anyWord})`);
}
