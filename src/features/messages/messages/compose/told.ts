import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Audience } from '../audience/audience.ts';
import { audienceQuery } from '../audience/audience-query.ts';
import { compiled, partsOf, sourcesOf, valueOf } from '../fields/compile.ts';
import { readText, readTexts, type ReadText } from '../fields/read-text.ts';
import { withTemplate, type ChosenTemplate } from '../whatsapp/template.ts';
import { refuseSending } from './refuse-sending.ts';
import type { ComposeFields } from './compose-fields.ts';

export interface Told {
  /** `reached` as in audienceQuery, and `told`: its recipients with `subject`, `body`, `template`, `parts`, `price` and `empties`. */
  query: SQL;
  texts: ReturnType<typeof readTexts>;
}

/** The recipients of a message with the text that each gets, as the expressions of a `with`. */
export async function toldBy(db: Db, actor: Actor, composed: ComposeFields): Promise<Told> {
  const fields = withTemplate(composed);
  const { institution_id: institutionId, channel, purpose, audience, template } = fields;
  refuseSending(actor, institutionId, audience);
  const texts = readTexts(actor, institutionId, audience.of, fields);
  const reached = await audienceQuery(db, actor, institutionId, audience, {
    channel,
    purpose,
    perChild: texts.isAboutStudent && audience.of !== 'students',
    isFree: channel === 'whatsapp' && !template,
  });
  const kept = sql`select * from reached where reason is null`;
  const empties = texts.fields.map((name) => sql`case when ${valueOf(name)} = '' then ${name}::text end`);
  return {
    texts,
    query: sql`${reached},
    written as materialized (
      select r.*, ${compiled(texts.subject)} as subject, ${compiled(texts.body)} as body, ${templateOf(template, audience.of)} as template,
        ${empties.length ? sql`array_remove(array[${sql.join(empties, sql`, `)}], null)` : sql`'{}'::text[]`} as empties
      from (${kept}) r ${sourcesOf(institutionId, texts.fields, kept)}),
    told as materialized (
      select c.*, coalesce(c.parts, 1) * c.unit as price from (
        select w.*, case channel when 'sms' then ${partsOfTexts(texts.body)} end as parts from written w) c)`,
  };
}

/** The template with each recipient’s values. */
const templateOf = (template: ChosenTemplate | null, of: Audience['of']): SQL =>
  template
    ? sql`jsonb_build_object('name', ${template.name}::text, 'language', ${template.language}::text, 'values',
        to_jsonb(array[${sql.join(
          template.values.map((value) => compiled(readText(value, 'body', of))),
          sql`, `,
        )}]::text[]))`
    : sql`null::jsonb`;

/** A text without fields is counted once. */
const partsOfTexts = (body: ReadText): SQL =>
  body.fields.length === 0 ? sql`(select ${partsOf(compiled(body))})` : partsOf(sql`w.body`);
