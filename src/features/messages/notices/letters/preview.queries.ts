import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { askOnce } from '#features/messages/messages/ask-once.ts';
import type { AskLetter, AskLetterPeople } from './letter-fields.ts';
import { lettersQuery } from './letters-query.ts';

export interface LetterSample {
  name: string;
  address: string[];
  subject: string;
  body: string;
  at: number;
  of: number;
}

/** The letter to one of those who are ticked, counted from zero. */
export async function letterSample(
  db: Db,
  actor: Actor,
  { at, ...input }: z.output<typeof AskLetter>,
): Promise<LetterSample | null> {
  const { query } = await lettersQuery(db, actor, input);
  const [sample] = await askOnce<LetterSample>(
    db,
    sql`with ${query}, counted as (select count(*)::int as n from letter where is_ticked)
      select name, address, subject, body, greatest(0, least(${at}::int, n - 1)) as at, n as of
      from letter cross join counted where is_ticked order by place
      offset (select greatest(0, least(${at}::int, n - 1)) from counted) limit 1`,
  );
  return sample ?? null;
}

export interface LetterPerson {
  key: string;
  name: string;
  student: string | null;
  class: string | null;
  hasAddress: boolean;
}

const pageSize = 50;

/** A page of those who can get the letter, in the order of the pages. */
export async function letterPeople(
  db: Db,
  actor: Actor,
  { after, ...input }: z.output<typeof AskLetterPeople>,
): Promise<{ rows: LetterPerson[]; total: number; ticked: number; isMore: boolean }> {
  const { query } = await lettersQuery(db, actor, input);
  const found = await askOnce<LetterPerson & { total: number; ticked: number }>(
    db,
    sql`with ${query}
      select key, name, student, class, cardinality(address) > 0 as "hasAddress", (count(*) over ())::int as total,
        (count(*) filter (where is_ticked) over ())::int as ticked
      from letter order by place offset ${after} limit ${pageSize + 1}`,
  );
  const { rows, isMore } = firstOf(found, pageSize);
  const [first] = found;
  return {
    rows: rows.map(({ total: _, ticked: __, ...row }) => row),
    total: first?.total ?? 0,
    ticked: first?.ticked ?? 0,
    isMore,
  };
}
