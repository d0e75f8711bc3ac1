import { sql, and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor, allow, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError, NotAllowed, orNotFound } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { askOnce } from '#features/messages/messages/ask-once.ts';
import { countOf } from '#ui/format.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import { letterFiles } from './letters.schema.ts';
import { Audience } from '#features/messages/messages/audience/audience.ts';
import { audienceQuery } from '#features/messages/messages/audience/audience-query.ts';
import { compiled, sourcesOf } from '#features/messages/messages/fields/compile.ts';
import { readTexts } from '#features/messages/messages/fields/read-text.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { findPrintedFile } from '#kernel/print/printed-files.ts';
import { choice, id, line, list } from '#kernel/schemas.ts';
import { lines } from '#features/school/site/site-fields.ts';

/** Keeps the letter to everyone who is ticked, and queues its file. Returns the id of the file. */
export async function makeLetters(tx: Tx, actor: Actor, jobs: Jobs, input: z.output<typeof MakeLetters>) {
  const { institutionId, of, reach, batchIds, subject, body, signedBy } = input;
  if (body === '') throw new ValidationError('body', 'The text is required.');
  const { query, needs } = await lettersQuery(tx, actor, input);
  const [made] = await askOnce<{ id: string | null; letters: number }>(tx)`with ${query},
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
    select letters, (select id from kept)::text as id from counted`;
  const { id, letters } = made!;
  if (letters === 0)
    throw new ValidationError(
      'reach',
      'There are no recipients. Choose other class arms, or print letters for everyone.',
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

/** Queues the file of a letter. Returns its id. */
async function printFile(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  letter: { institutionId: number; letterId: number; letterCount: number },
): Promise<number> {
  const [file] = await tx
    .insert(letterFiles)
    .values({ ...letter, accountId: actor.accountId })
    .returning({ id: letterFiles.id });
  const { institutionId } = letter;
  await jobs.send(tx, 'notices.printLetters', { institutionId, letterFileId: file!.id }, { group: institutionId });
  return file!.id;
}

/** Prints an earlier letter again, as it was. Returns the id of the file. */
export async function printAgain(tx: Tx, actor: Actor, jobs: Jobs, letterId: number): Promise<number> {
  const { institutionId, letterCount, subject, needs } = await findLetter(tx, actor, letterId);
  if (!mayReadText(actor, institutionId, needs))
    throw new NotAllowed('This letter contains data that you don’t have access to.');
  await record(tx, actor, 'messages.printLetters', {
    institutionId,
    summary: `printed ${countOf(letterCount, 'letter')} again: ${subject}`,
    subject: { type: 'letter', id: letterId },
  });
  return printFile(tx, actor, jobs, { institutionId, letterId, letterCount });
}

/**
 * Everyone who can get the letter, by class arm and name of the student, as the expressions of a `with` whose last is
 * `letter`: `place`, `key`, `guardian_id`, `student_id`, `name`, `address`, `student`, `class`, `subject`, `body`,
 * `is_ticked`. A guardian of several children gets one for each that the text names.
 */
export async function lettersQuery(db: Db, actor: Actor, input: LettersTyped) {
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

const seen = (actor: Actor) => sql.param(institutionsWhere(actor, 'messages.send'));

interface LetterRecord {
  id: number;
  institutionId: number;
  of: keyof typeof letterReaders;
  reach: keyof typeof letterReach;
  subject: string;
  body: string;
  signedBy: string;
  needs: string | null;
  letterCount: number;
  day: string;
  author: string;
  classes: string[];
}

async function findLetter(db: Db, actor: Actor, letterId: number): Promise<LetterRecord> {
  const [row] = await query<LetterRecord>(db)`
    select l.id::bigint, l.institution_id as "institutionId", l.recipients as of, l.reach, l.subject, l.body, l.signed_by as "signedBy",
      l.needs, l.letter_count as "letterCount", l.day::text as day, l.author,
      array(select b.name from batches b where b.institution_id = l.institution_id and b.id = any (l.batch_ids) order by b.name) as classes
    from letters l where l.institution_id = any (${seen(actor)}::int[]) and l.id = ${letterId}::bigint`;
  return orNotFound(row, 'letter');
}

export interface LetterCopy {
  place: number;
  name: string;
  guardianId: number | null;
  studentId: number | null;
  student: string | null;
  class: string | null;
}

const mostCopies = 500;

/** A letter with those who got it, and whether the actor can print it again. */
export async function letterPageProps(db: Db, actor: Actor, letterId: number) {
  const letter = await findLetter(db, actor, letterId);
  const { rows, isMore } = await bounded(
    mostCopies,
    (limit) =>
      query<LetterCopy>(db)`
      select c.place, c.name, c.guardian_id::bigint as "guardianId", c.student_id::bigint as "studentId",
        concat_ws(' ', s.first_name, s.surname) as student, s.batch_name as class
      from letter_copies c left join students s on (s.institution_id, s.id) = (c.institution_id, c.student_id)
      where c.institution_id = ${letter.institutionId} and c.letter_id = ${letterId}::bigint order by c.place limit ${limit}`,
  );
  return { letter, copies: rows, isMore, can: { print: mayReadText(actor, letter.institutionId, letter.needs) } };
}

/** A file of letters and how far it is: the own ones, because they contain what each was told. */
export const letterFileRow = (db: Db, actor: Actor, id: number) =>
  findPrintedFile(db, letterFiles, {
    total: sql`${letterFiles.letterCount}`,
    where: and(
      eq(letterFiles.id, id),
      inArray(letterFiles.institutionId, institutionsWhere(actor, 'messages.send')),
      eq(letterFiles.accountId, actor.accountId ?? 0),
    ),
  });

/** The most letters in one file. */
const mostLetters = 2000;
export const letterReaders = { guardians: 'Guardians', students: 'Students' } as const;
export const letterReach = {
  unreached: 'Only people without a phone number and e-mail address',
  all: 'Everyone',
} as const;

/** Who was taken out by hand, or who alone is left. */
const Ticks = Audience.pick({ without: true, only: true });
export type Ticks = z.output<typeof Ticks>;

const WhoGetsLetters = z.object({
  institutionId: id,
  of: choice(letterReaders),
  batchIds: list(id).refine((ids) => ids.length <= 200, 'Choose up to 200.'),
  reach: choice(letterReach),
  /** As JSON. */
  ticks: z
    .string()
    .max(200_000)
    .default('{}')
    .transform((text, context) => {
      try {
        const read = Ticks.safeParse(JSON.parse(text));
        if (read.success) return read.data;
      } catch {
        // The same answer.
      }
      context.addIssue('Reload the page and tick the recipients again.');
      return z.NEVER;
    }),
});
export const MakeLetters = WhoGetsLetters.safeExtend({
  subject: line(120, 'The subject'),
  body: lines(6000, 'The text'),
  signedBy: line(120, 'The signature'),
});
/** While it is typed, nothing is required. */
const Typed = WhoGetsLetters.safeExtend({
  subject: z.string().trim().max(120).default(''),
  body: z.string().max(6000).default(''),
});
export const AskLetter = Typed.safeExtend({ at: z.number().int().min(0).max(100_000).default(0) });
export const AskLetterPeople = Typed.safeExtend({ after: z.number().int().min(0).max(100_000).default(0) });

type LettersTyped = z.output<typeof Typed>;
