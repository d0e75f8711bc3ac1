import { sql, type SQL } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { Audience } from '#features/messages/messages/audience/audience.ts';
import { audienceQuery } from '#features/messages/messages/audience/audience-query.ts';
import { compiled, sourcesOf } from '#features/messages/messages/fields/compile.ts';
import { readTexts } from '#features/messages/messages/fields/read-text.ts';
import type { LettersTyped } from './letter-fields.ts';

/**
 * Everyone who can get the letter, by class arm and name of the student, as the expressions of a `with` whose last is
 * `letter`: `place`, `key`, `guardian_id`, `student_id`, `name`, `address`, `student`, `class`, `subject`, `body`,
 * `is_ticked`. A guardian of several children gets one for each that the text names.
 */
export async function lettersQuery(
  db: Db,
  actor: Actor,
  input: LettersTyped,
): Promise<{ query: SQL; needs: string | null }> {
  const { institutionId, of, batchIds, reach, ticks } = input;
  allow(actor, 'messages.send', institutionId);
  const texts = readTexts(actor, institutionId, of, { subject: input.subject, body: input.body });
  const audience = Audience.parse({ of, by: [batchIds.length ? { kind: 'batch', ids: batchIds } : { kind: 'all' }] });
  const people = await audienceQuery(db, actor, institutionId, audience, {
    channel: 'notice',
    purpose: 'service',
    perChild: texts.isAboutStudent,
  });
  const isIn = (keys: string[]) =>
    sql`(r.key = any (${sql.param(keys)}::text[]) or r.kind || coalesce(r.guardian_id, r.student_id) = any (${sql.param(keys)}::text[]))`;
  const isTicked = ticks.only ? isIn(ticks.only) : sql`not ${isIn(ticks.without)}`;
  const unreached = reach === 'unreached' ? sql`and r.phone is null and r.email is null` : sql``;
  const query = sql`${people},
    letter as materialized (
      select row_number() over (order by pupil.batch_name nulls last, pupil.sort_name, r.sort_name, r.key) as place,
        r.key, r.guardian_id, r.student_id, x.full_name as name,
        case when r.shows_contact
          then array_remove(array[nullif(x.address, ''), nullif(concat_ws(', ', x.community, x.city), '')], null) else '{}' end as address,
        case r.kind when 'g' then concat_ws(' ', pupil.first_name, pupil.surname) end as student, pupil.batch_name as class,
        ${compiled(texts.subject)} as subject, ${compiled(texts.body)} as body, ${isTicked} as is_ticked
      from person r ${sourcesOf(institutionId, texts.fields, sql`select * from person`)}
      cross join lateral (
        select concat_ws(' ', title, first_name, middle_name, surname) as full_name, address, community, city from guardians
          where r.kind = 'g' and institution_id = ${institutionId} and id = r.guardian_id
        union all select concat_ws(' ', first_name, middle_name, surname), address, community, city from students
          where r.kind = 's' and institution_id = ${institutionId} and id = r.student_id) x
      left join students pupil on pupil.institution_id = ${institutionId} and pupil.id = r.student_id
      where r.key is not null ${unreached})`;
  return { query, needs: texts.needs };
}
