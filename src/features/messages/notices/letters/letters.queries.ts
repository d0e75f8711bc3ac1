import { sql } from 'drizzle-orm';
import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import { findPrintedFile } from '#kernel/print/printed-files.ts';
import type { letterReach, letterReaders } from './letter-fields.ts';
import { letterFiles } from './letters.schema.ts';

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

export async function findLetter(db: Db, actor: Actor, letterId: number): Promise<LetterRecord> {
  const [row] = await query<LetterRecord>(
    db,
    sql`select l.id::int, l.institution_id as "institutionId", l.recipients as of, l.reach, l.subject, l.body, l.signed_by as "signedBy",
        l.needs, l.letter_count as "letterCount", l.day::text as day, l.author,
        array(select b.name from batches b where b.institution_id = l.institution_id and b.id = any (l.batch_ids) order by b.name) as classes
      from letters l where l.institution_id = any (${seen(actor)}::int[]) and l.id = ${letterId}::bigint`,
  );
  if (!row) throw new NotFound('letter');
  return row;
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
  const { rows, isMore } = await bounded(mostCopies, (limit) =>
    query<LetterCopy>(
      db,
      sql`select c.place, c.name, c.guardian_id::int as "guardianId", c.student_id::int as "studentId",
          concat_ws(' ', s.first_name, s.surname) as student, s.batch_name as class
        from letter_copies c left join students s on (s.institution_id, s.id) = (c.institution_id, c.student_id)
        where c.institution_id = ${letter.institutionId} and c.letter_id = ${letterId}::bigint order by c.place limit ${limit}`,
    ),
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
