import { sql } from 'drizzle-orm';
import type { ChainHead } from '../publication/chain-head.ts';
import { noSeal, sealer } from '../publication/seal.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Entries } from '#features/results/assessment/compute/types.ts';
import { entryText } from '../cards/card-texts.ts';

interface Row {
  seq: number;
  termId: number;
  batchId: number;
  code: string;
  publishedAt: Date;
  digest: Buffer;
  actual: Buffer;
  seal: Buffer;
  whose: string;
  /** Whether the record is the student’s, or the one that it was merged into, over several merges too. */
  isOwn: boolean;
}

/**
 * Compares results with their seals: the content with its digest, the digest with the seal, and each seal with the one
 * before. A removed or inserted result breaks the chain; the counter and the log miss a last one that is gone. The marks
 * of students are compared with those that their current results were computed from. A thousand at a time.
 */
export async function verifyChain(
  db: Db,
  secret: Buffer,
  institutionId: number,
): Promise<{ sealed: number; problems: string[] }> {
  const problems: string[] = [];
  const heads = await headsOf(db, institutionId);
  const ownerOf = await ownersOf(db, institutionId, heads);
  const missing = (from: number, to: number) => {
    for (let number = from; number <= to && number < from + 5; number += 1)
      problems.push(`Number ${number}${ownerOf(number)} is missing.`);
    if (to >= from + 5) problems.push(`Numbers ${from + 5} to ${to} are missing.`);
  };
  const sealOf = sealer(secret, institutionId);
  const sealAt = new Map(heads.map(({ number, seal }) => [number, seal]));
  let [previous, expected, sealed] = [noSeal as Buffer, 1, 0];
  for (;;) {
    // Each page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await query<Row>(db, page(institutionId, expected - 1));
    if (rows.length === 0) break;
    const changed = new Map<number, string>();
    for (const row of rows) {
      const { seq, whose } = row;
      if (seq !== expected) missing(expected, seq - 1);
      if (!row.actual.equals(row.digest))
        changed.set(seq, `The result of ${whose} was changed after it was published (number ${seq}).`);
      if (!row.isOwn) problems.push(`Number ${seq} was moved to the record of ${whose}.`);
      const isSealed = sealOf(previous, { ...row, publishedAt: new Date(row.publishedAt) }).equals(row.seal);
      if (!isSealed && seq === expected)
        problems.push(`The seal of the result of ${whose} does not fit (number ${seq}).`);
      else if (sealAt.has(seq) && sealAt.get(seq) !== row.seal.toString('hex'))
        problems.push(`The result of ${whose} is not the one that the log names (number ${seq}).`);
      [previous, expected] = [row.seal, seq + 1];
      sealed += 1;
    }
    // oxlint-disable-next-line no-await-in-loop
    for (const { seq, words, inWords } of await changedMarks(db, institutionId, rows[0]!.seq, expected - 1)) {
      const found = changed.get(seq);
      if (found) changed.set(seq, `${found} ${inWords}`);
      else problems.push(words);
    }
    problems.push(...changed.values());
  }
  const last = Math.max(await counterOf(db, institutionId), ...heads.map(({ number }) => number));
  missing(expected, last);
  return { sealed, problems };
}

const headsOf = async (db: Db, institutionId: number) =>
  (
    await query<{ head: ChainHead }>(
      db,
      sql`select details -> 'sealed' as head from audit_entries where institution_id = ${institutionId}
        and details ? 'sealed' and details #>> '{sealed,of}' = 'published_results' order by id`,
    )
  ).map(({ head }) => head);

/** Whose result a number was, as the log says: ', the result of 2026/0001,'. */
async function ownersOf(db: Db, institutionId: number, heads: ChainHead[]): Promise<(number: number) => string> {
  const students = new Map(
    heads.flatMap(({ number, students: ids }) => ids.map((id, at) => [number - ids.length + 1 + at, id] as const)),
  );
  const rows = await query<{ id: number; number: string }>(
    db,
    sql`select id::int as id, admission_number as number from students where institution_id = ${institutionId}
      and id = any (${sql.param([...new Set(students.values())])}::bigint[])`,
  );
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return (number) => {
    const student = numbers.get(students.get(number) ?? 0);
    return student ? `, a result of ${student},` : '';
  };
}

async function counterOf(db: Db, institutionId: number): Promise<number> {
  const [counter] = await query<{ value: number }>(
    db,
    sql`select value::int as value from counters where institution_id = ${institutionId} and name = 'published result'`,
  );
  return counter?.value ?? 0;
}

const page = (institutionId: number, after: number) => sql`
  select r.seq::int as seq, r.term_id::int as "termId", r.batch_id::int as "batchId", r.code,
    r.published_at as "publishedAt", r.digest, sha256(convert_to(r.content::text, 'UTF8')) as actual, r.seal,
    s.admission_number || ', ' || (r.content ->> 'term') || ', ' || (r.content ->> 'session') as whose,
    (r.content #>> '{student,id}')::bigint = s.id or exists (
      with recursive way as (
        select m.id, m.merged_into_id from students m
          where (m.institution_id, m.id) = (r.institution_id, (r.content #>> '{student,id}')::bigint)
        union select m.id, m.merged_into_id from students m join way w on m.id = w.merged_into_id
          where m.institution_id = r.institution_id)
      select from way where way.id = s.id) as "isOwn"
  from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
  where r.institution_id = ${institutionId} and r.seq > ${after} order by r.seq limit 1000`;

interface ChangedCourse {
  seq: number;
  whose: string;
  course: string;
  parts: { key: string; name: string }[];
  published: Entries;
  stored: Entries;
}

interface ChangedMark {
  seq: number;
  words: string;
  /** For a result that was changed itself. */
  inWords: string;
}

/** Marks that are not what the current published results of these numbers were computed from. */
async function changedMarks(db: Db, institutionId: number, from: number, to: number): Promise<ChangedMark[]> {
  const rows = await query<ChangedCourse>(db, changed(institutionId, from, to));
  return rows.flatMap(({ seq, whose, course, parts, published, stored }) =>
    [...new Set([...Object.keys(published), ...Object.keys(stored)])].flatMap((key): ChangedMark[] => {
      const [was, is] = [published[key] ?? null, stored[key] ?? null];
      if (was === is) return [];
      const part = parts.find((one) => one.key === key)?.name ?? key;
      const words = `The mark of ${whose} in ${course}, ${part} is ${entryText(is)}, but ${entryText(was)} was published (number ${seq}): it was changed outside a correction.`;
      return [{ seq, words, inWords: `It says ${course}, ${part} ${entryText(was)}; the mark is ${entryText(is)}.` }];
    }),
  );
}

const changed = (institutionId: number, from: number, to: number) => sql`
  select r.seq::int as seq, s.admission_number || ', ' || (r.content ->> 'term') || ', ' || (r.content ->> 'session') as whose,
    c.title as course, r.content -> 'components' as parts, coalesce(c.entries, '{}') as published,
    coalesce(m.entries, '{}') as stored
  from published_results r
  cross join lateral jsonb_to_recordset(r.content -> 'courses') as c (id bigint, title text, entries jsonb)
  join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
  left join lateral (select m.entries from marks m where (m.institution_id, m.student_id, m.term_id, m.course_id)
    = (r.institution_id, r.student_id, r.term_id, c.id) offset 0) m on true
  where r.institution_id = ${institutionId} and r.seq between ${from} and ${to} and r.replaced_at is null
    and coalesce(m.entries, '{}') <> coalesce(c.entries, '{}')
  order by r.seq, c.title`;
