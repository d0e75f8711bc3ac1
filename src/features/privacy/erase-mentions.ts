import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { papersOf } from '#features/people/papers-of.ts';
import type { KindKey } from './subjects.ts';

interface Mentions {
  ids: number[];
  /** As sentences write them. */
  names: string[];
  /** Of the record, and of the sign-in that goes with it. */
  contacts: string[];
  bearers: { surname: string; firstName: string }[];
  /** Whose files were called like the person. */
  imports: number[];
  moves: number[];
  /** Sign-ins that are no longer of this institution. */
  accounts: number[];
  /** Contacts of the family. */
  reached: string[];
}

/**
 * Takes the person out of what others were told and have begun: messages, notices, drafts, what is kept of files that
 * were imported and of jobs that failed. What is not linked to the person by an id, a contact or the fields of a form is
 * left alone: a name may be any words. Returns the messages that were erased.
 */
export async function eraseMentions(
  tx: Tx,
  key: KindKey,
  institutionId: number,
  { ids, names, contacts, bearers, imports, moves, accounts, reached }: Mentions,
): Promise<number[]> {
  const here = sql`institution_id = ${institutionId}`;
  const any = (values: string[]) => sql`any(${sql.param(values)}::text[])`;
  const said = sql`unnest(${sql.param(names.map(asWords))}::text[]) said`;
  const toPerson = sql`(recipient = ${any(contacts)} or account_id = any(${sql.param(accounts)}::bigint[]))`;
  const { rows: messages } = await tx.execute<{ id: number }>(sql`
    update outbox o set subject = null, body = 'This message has been erased.', key_kind = null, failure = null,
      recipient = case when ${toPerson} then 'erased' else recipient end
    where ${here} and (${toPerson} or recipient = ${any(reached)}
      and exists (select from ${said} where coalesce(o.subject, '') || ' ' || o.body ~ said))
    returning case when recipient = 'erased' then id end as id`);
  // A form holds each name in a field of its own.
  const field = (name: string) =>
    sql`(select string_agg(akada_searchable(value ->> 1), ' ') from jsonb_array_elements(d.content -> 'entries') where value ->> 0 = ${name})`;
  await tx.execute(sql`delete from form_drafts d where ${here} and jsonb_typeof(d.content -> 'entries') = 'array'
    and (exists (select from jsonb_to_recordset(${JSON.stringify(bearers)}::jsonb) b (surname text, "firstName" text)
        where akada_searchable(b.surname) = ${field('surname')} and akada_searchable(b."firstName") = ${field('firstName')})
      or exists (select from jsonb_array_elements(d.content -> 'entries') where value ->> 1 = ${any(contacts)}))`);
  // What a job that failed had in hand stands in its error.
  await tx.execute(sql`update pgboss.job set output = null
    where output is not null and data ->> 'institutionId' = ${String(institutionId)}`);
  const pages = [...ids.map((id) => `/${key}/${id}`), ...imports.map((id) => `/imports/${id}`)];
  await tx.execute(sql`delete from notifications n where ${here} and (
    exists (select from unnest(${sql.param(pages)}::text[]) page where n.href = page or starts_with(n.href, page || '/'))
    or exists (select from unnest(${sql.param(moves)}::bigint[]) move where starts_with(n.subject, 'move:' || move || ':'))
    or exists (select from unnest(${sql.param(ids)}::bigint[]) id where n.subject like ${papersOf(key)} || '%,' || id || ',%')
    -- Those from before name several people and link to none.
    or n.kind = 'papers.expiring' and n.subject is null
      and exists (select from ${said} where n.title || ' ' || coalesce(n.body, '') ~ said))`);
  const words = [...names, ...contacts, ...bearers.flatMap(({ surname, firstName }) => [surname, firstName])];
  const ofKind = sql`i.institution_id = ${institutionId} and i.kind = ${key}`;
  await tx.execute(sql`update import_problems p set value = null, message = 'What stood here has been erased.'
    from imports i where (i.institution_id, i.id) = (p.institution_id, p.import_id) and ${ofKind}
      and (p.value = ${any(words)} or exists (select from ${said} where coalesce(p.value, '') || ' ' || p.message ~ said))`);
  // Examples of what each column holds: once it is decided what the columns are, nobody needs them.
  await tx.execute(sql`update imports i set format = jsonb_set(i.format, '{columns}', (
      select jsonb_agg(one || '{"samples": []}' order by at) from jsonb_array_elements(i.format -> 'columns') with ordinality c (one, at)))
    where ${ofKind} and i.state in ('done', 'cancelled', 'failed')
      and exists (select from jsonb_array_elements(i.format -> 'columns') c, jsonb_array_elements_text(c -> 'samples') sample
        where sample = ${any(words)})`);
  return messages.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
}

/** As a pattern of whole words: Ada Obi is not Ada Obiora. */
const asWords = (name: string) => `(^|[^[:alnum:]])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}([^[:alnum:]]|$)`;

/** Forgets what an erased sign-in had begun and not sent; returns the files of photos among it. */
export async function eraseBegun(tx: Tx, institutionId: number, accountIds: number[]): Promise<number[]> {
  const theirs = sql`institution_id = ${institutionId} and account_id = any(${sql.param(accountIds)}::bigint[])`;
  await tx.execute(sql`delete from form_drafts where ${theirs}`);
  const { rows } = await tx.execute<{ photo: number; small: number }>(
    sql`delete from waiting_photos where ${theirs} returning photo_id as photo, photo_small_id as small`,
  );
  return rows.flatMap(({ photo, small }) => [Number(photo), Number(small)]);
}
