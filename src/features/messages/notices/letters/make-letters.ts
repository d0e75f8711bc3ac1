import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { askOnce } from '#features/messages/messages/ask-once.ts';
import { countOf } from '#ui/format.ts';
import { mostLetters, type MakeLetters } from './letter-fields.ts';
import { lettersQuery } from './letters-query.ts';
import { printFile } from './print-letters.ts';

/** Keeps the letter to everyone who is ticked, and queues its file. Returns the id of the file. */
export async function makeLetters(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  input: z.output<typeof MakeLetters>,
): Promise<number> {
  const { institutionId, of, reach, batchIds, subject, body, signedBy } = input;
  if (body === '') throw new ValidationError('body', 'The text is required.');
  const { query, needs } = await lettersQuery(tx, actor, input);
  const [made] = await askOnce<{ id: string | null; letters: number }>(
    tx,
    sql`with ${query},
      ticked as (select row_number() over (order by place) as page, letter.* from letter where is_ticked order by place
        limit ${mostLetters + 1}),
      counted as (select count(*)::int as letters from ticked),
      kept as (
        insert into letters (institution_id, recipients, reach, batch_ids, subject, body, signed_by, needs, letter_count, day, author,
          account_id)
        select ${institutionId}::int, ${of}, ${reach}, ${sql.param(batchIds)}::bigint[], ${subject}, ${body}, ${signedBy}, ${needs}::text,
          letters, ${today(membershipIn(actor, institutionId)!.timeZone)}::date, ${actor.name}, ${actor.accountId}::bigint
        from counted where letters between 1 and ${mostLetters}::int returning id),
      copied as (
        insert into letter_copies (institution_id, letter_id, place, guardian_id, student_id, name, address, subject, body)
        select ${institutionId}::int, kept.id, page, guardian_id, student_id, name, address, subject, body from kept cross join ticked)
      select letters, (select id from kept)::text as id from counted`,
  );
  const { id, letters } = made!;
  if (letters === 0)
    throw new ValidationError(
      'reach',
      'There is nobody to write to. Choose other class arms, or print letters for everyone.',
    );
  if (id === null)
    throw new ValidationError(
      'batchIds',
      `These are more than ${mostLetters.toLocaleString('en')} letters. Choose fewer class arms.`,
    );
  const letterId = Number(id);
  await record(tx, actor, 'messages.printLetters', {
    institutionId,
    summary: `printed ${countOf(letters, 'letter')}: ${subject}`,
    subject: { type: 'letter', id: letterId },
    details: { of, reach, batches: batchIds },
  });
  return printFile(tx, actor, jobs, { institutionId, letterId, letterCount: letters });
}
