import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Refused } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import { choice, id, line, list } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/institutions/letterhead.queries.ts';
import { Audience } from '#features/messages/audience/audience.ts';
import { audienceQuery } from '#features/messages/audience/audience-query.ts';
import { compiled, sourcesOf } from '#features/messages/fields/compile.ts';
import { readTexts } from '#features/messages/fields/read-text.ts';
import { lines } from '#features/site/site-fields.ts';
import { countOf } from '#ui/format.ts';

/** The most letters in one file. */
export const mostLetters = 300;
export const letterReaders = { guardians: 'Guardians', students: 'Students' } as const;
export const letterReach = {
  unreached: 'Only people without a phone number and e-mail address',
  all: 'Everyone',
} as const;

export const PrintLetters = z.object({
  institutionId: id,
  of: choice(letterReaders),
  batchIds: list(id).refine((ids) => ids.length <= 200, 'Choose up to 200.'),
  reach: choice(letterReach),
  subject: line(120, 'The subject'),
  body: lines(6000, 'The text'),
  signedBy: line(120, 'The signature'),
});

export interface Letter {
  name: string;
  address: string[];
  subject: string;
  body: string;
}
export interface LetterFile {
  letterhead: Letterhead;
  day: string;
  signedBy: string;
  letters: Letter[];
}

/** Letters to everyone chosen, by class arm and name of the student, with what their fields say of each. */
export async function letterData(
  tx: Tx,
  actor: Actor,
  files: Files,
  input: z.output<typeof PrintLetters>,
): Promise<LetterFile> {
  const { institutionId, of, batchIds, reach } = input;
  allow(actor, 'messages.send', institutionId);
  if (input.body === '') throw new Refused('body', 'The text is required.');
  const texts = readTexts(actor, institutionId, of, { subject: input.subject, body: input.body });
  const audience = Audience.parse({ of, by: [batchIds.length ? { kind: 'batch', ids: batchIds } : { kind: 'all' }] });
  const people = await audienceQuery(tx, actor, institutionId, audience, {
    ...{ channel: 'notice', purpose: 'service', perChild: texts.isAboutStudent },
  });
  const unreached = reach === 'unreached' ? sql`where r.phone is null and r.email is null` : sql``;
  const letters = await rowsOf<Letter>(
    tx,
    sql`with ${people}
      select x.full_name as name, array_remove(array[x.address, nullif(concat_ws(', ', x.community, x.city), '')], null) as address,
        ${compiled(texts.subject)} as subject, ${compiled(texts.body)} as body
      from person r ${sourcesOf(institutionId, texts.fields, sql`select * from person`)}
      cross join lateral (
        select concat_ws(' ', title, first_name, middle_name, surname) as full_name, address, community, city from guardians
          where r.kind = 'g' and institution_id = ${institutionId} and id = r.guardian_id
        union all select concat_ws(' ', first_name, middle_name, surname), address, community, city from students
          where r.kind = 's' and institution_id = ${institutionId} and id = r.student_id) x
      left join students pupil on pupil.institution_id = ${institutionId} and pupil.id = r.student_id
      ${unreached}
      order by pupil.batch_name nulls last, pupil.sort_name, r.sort_name, r.key limit ${mostLetters + 1}`,
  );
  if (letters.length === 0)
    throw new Refused('reach', 'There is nobody to write to. Choose other class arms, or print letters for everyone.');
  if (letters.length > mostLetters)
    throw new Refused('batchIds', `These are more than ${mostLetters} letters. Choose fewer class arms.`);
  await record(tx, actor, 'messages.printLetters', {
    institutionId,
    summary: `printed ${countOf(letters.length, 'letter')}: ${input.subject}`,
    details: { of, reach, batches: batchIds },
  });
  return {
    ...{ letters, signedBy: input.signedBy, day: today(membershipIn(actor, institutionId)!.timeZone) },
    letterhead: await letterheadOf(tx, files, institutionId),
  };
}
