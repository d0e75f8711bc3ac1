import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { KindKey } from './subjects.ts';

interface Mentions {
  /** As sentences write them. */
  names: string[];
  /** Of the record, and of the sign-in that goes with it. */
  contacts: string[];
  /** As cells of a file hold them. */
  words: string[];
  /** Surname and first name, each as a form holds it. */
  apart: [string, string][];
}

/**
 * Takes the person out of what others were told and have begun: messages, notices, drafts, what is kept of files that
 * were imported and of jobs that failed.
 */
export async function eraseMentions(
  tx: Tx,
  key: KindKey,
  institutionId: number,
  { names, contacts, words, apart }: Mentions,
): Promise<void> {
  const here = sql`institution_id = ${institutionId}`;
  const said = sql`unnest(${sql.param([...names, ...contacts].map(asWords))}::text[]) said`;
  if (contacts.length)
    await tx.execute(sql`update outbox set recipient = 'erased', subject = null, body = 'This message has been erased.'
      where ${here} and recipient = any(${sql.param(contacts)}::text[])`);
  await tx.execute(sql`update outbox o set subject = null, body = 'This message has been erased.'
    where ${here} and exists (select from ${said} where coalesce(o.subject, '') || ' ' || o.body ~ said)`);
  // A form holds each name in a field of its own.
  const fields = sql`(select string_agg(value ->> 1, ' ') from jsonb_array_elements(d.content -> 'entries'))`;
  await tx.execute(sql`delete from form_drafts d where ${here} and jsonb_typeof(d.content -> 'entries') = 'array'
    and (exists (select from ${said} where ${fields} ~ said)
      or exists (select from jsonb_array_elements(${JSON.stringify(apart.map((words) => words.map(asWords)))}::jsonb) one
        where (select bool_and(${fields} ~* word) from jsonb_array_elements_text(one) word)))`);
  // What a job that failed had in hand stands in its error.
  await tx.execute(sql`update pgboss.job set output = null
    where output is not null and data ->> 'institutionId' = ${String(institutionId)}`);
  await tx.execute(sql`delete from notifications n where ${here}
    and exists (select from ${said} where n.title || ' ' || coalesce(n.body, '') ~ said)`);
  await tx.execute(sql`update import_problems p set value = null, message = 'What stood here has been erased.'
    where ${here} and (p.value = any(${sql.param(words)}::text[])
      or exists (select from ${said} where coalesce(p.value, '') || ' ' || p.message ~ said))`);
  // Examples of what each column holds: once it is decided what the columns are, nobody needs them.
  await tx.execute(sql`update imports i set format = jsonb_set(i.format, '{columns}', (
      select jsonb_agg(one || '{"samples": []}' order by at) from jsonb_array_elements(i.format -> 'columns') with ordinality c (one, at)))
    where ${here} and i.kind = ${key} and i.state in ('done', 'cancelled', 'failed')
      and exists (select from jsonb_array_elements(i.format -> 'columns') c, jsonb_array_elements_text(c -> 'samples') sample
        where sample = any(${sql.param([...names, ...contacts, ...words])}::text[]))`);
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
