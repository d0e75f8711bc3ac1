import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { openTransaction } from '#kernel/database/transaction.ts';
import { pastAnchors } from '../past/past-fields.ts';
import { anchorProblems } from './anchors.ts';
import { summaryProblems } from './verify-summaries.ts';
import { query, type Db } from '#kernel/database.ts';
import type { ChainHead } from '../publication/publish.ts';
import { noSeal, sealer } from '../publication/sealed-cards.ts';
import type { Entries } from '#features/results/assessment/compute/types.ts';
import { entryText } from '../cards/card-texts.ts';

interface VerifyChainRow {
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
async function verifyChain(
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
    const rows = await query<VerifyChainRow>(db, page(institutionId, expected - 1));
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
    await query<{ head: ChainHead }>(db)`
      select details -> 'sealed' as head from audit_entries where institution_id = ${institutionId}
        and details ? 'sealed' and details #>> '{sealed,of}' = 'published_results' order by id`
  ).map(({ head }) => head);

/** Whose result a number was, as the log says: ', the result of 2026/0001,'. */
async function ownersOf(db: Db, institutionId: number, heads: ChainHead[]): Promise<(number: number) => string> {
  const students = new Map(
    heads.flatMap(({ number, students: ids }) => ids.map((id, at) => [number - ids.length + 1 + at, id] as const)),
  );
  const rows = await query<{ id: number; number: string }>(db)`
    select id::bigint as id, admission_number as number from students where institution_id = ${institutionId}
      and id = any (${sql.param([...new Set(students.values())])}::bigint[])`;
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return (number) => {
    const student = numbers.get(students.get(number) ?? 0);
    return student ? `, a result of ${student},` : '';
  };
}

async function counterOf(db: Db, institutionId: number): Promise<number> {
  const [counter] = await query<{ value: number }>(db)`
    select value::int as value from counters where institution_id = ${institutionId} and name = 'published result'`;
  return counter?.value ?? 0;
}

const page = (institutionId: number, after: number) => sql`
  select r.seq::int as seq, r.term_id::bigint as "termId", r.batch_id::bigint as "batchId", r.code,
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

interface ResultsReport {
  institution: string;
  sealed: number;
  /** What is not as it was published; empty if all is. */
  problems: string[];
}

const maxProblemsListed = 20;

/**
 * Compares the published results of an institution with their seals and with the ends of the chain in the log, what is
 * current with what the chain says, marks and figures with the results that they belong to, and imported terms with what
 * the log says came from the file. Read in one snapshot.
 */
export async function verifyInstitution(
  db: Db,
  secret: Buffer,
  institutionId: number,
): Promise<Omit<ResultsReport, 'institution'>> {
  const { sealed, problems } = await verifyChain(db, secret, institutionId);
  problems.push(
    ...(await replacementProblems(db, institutionId)),
    ...(await anchorProblems(db, institutionId, pastAnchors)),
    ...(await summaryProblems(db, institutionId)),
  );
  return { sealed, problems: atMost(problems) };
}

const atMost = (problems: string[]) =>
  problems.length <= maxProblemsListed
    ? problems
    : [...problems.slice(0, maxProblemsListed), `And ${problems.length - maxProblemsListed} more.`];

/** All institutions, as the owner of the database. Read-only. */
export const verifyResults = (client: pg.Client, secret: Buffer): Promise<ResultsReport[]> =>
  verifyAsOwner(client, (db, institutionId) => verifyInstitution(db, secret, institutionId));

/** Verifies something of every institution in one snapshot. */
export async function verifyAsOwner<Report extends object>(
  client: pg.Client,
  verify: (db: Db, institutionId: number) => Promise<Report>,
): Promise<(Report & { institution: string })[]> {
  const { db, close } = openTransaction(client);
  await client.query('begin isolation level repeatable read, read only');
  try {
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<{ id: number; name: string }>('select id, name from institutions order by id');
    const reports: (Report & { institution: string })[] = [];
    // One after the other: they share a connection.
    // oxlint-disable-next-line no-await-in-loop
    for (const { id, name } of rows) reports.push({ institution: name, ...(await verify(db, id)) });
    return reports;
  } finally {
    close();
    await client.query('rollback');
  }
}

interface Row {
  seq: number;
  whose: string;
  fault: 'undone' | 'without' | 'moment' | 'first';
  by: number | null;
}

/**
 * A result is replaced by the next one of the student and term, at the moment of its publication, and by nothing else;
 * the last one is the current one. One that a correction added says so, and has none before it.
 */
export async function replacementProblems(db: Db, institutionId: number): Promise<string[]> {
  const rows = await query<Row>(db)`select * from (
      select r.seq::int as seq, n.seq::int as by, s.admission_number || ', ' || (r.content ->> 'term') || ', ' || (r.content ->> 'session') as whose,
        case when n.seq is not null and r.replaced_at is null then 'undone'
          when n.seq is null and r.replaced_at is not null then 'without'
          when date_trunc('milliseconds', r.replaced_at) <> date_trunc('milliseconds', n.published_at) then 'moment'
          when r.is_first and r.correction_id is not null and not r.content ? 'addedOn' then 'first' end as fault
      from (select p.*, lead(p.seq) over same as next_seq, row_number() over same = 1 as is_first from published_results p where p.institution_id = ${institutionId}
          window same as (partition by p.student_id, p.term_id order by p.seq)) r
      left join published_results n on (n.institution_id, n.seq) = (r.institution_id, r.next_seq)
      join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)) x
    where fault is not null order by seq`;
  return rows.map(({ seq, whose, fault, by }) =>
    fault === 'undone'
      ? `The result of ${whose} (number ${seq}) is shown as the current one, but number ${by} replaced it.`
      : fault === 'first'
        ? `The result of ${whose} (number ${seq}) says that it corrects one, but there is none before it.`
        : fault === 'without'
          ? `The result of ${whose} (number ${seq}) is marked as replaced, but nothing replaced it.`
          : `The result of ${whose} (number ${seq}) was not replaced when number ${by} was published.`,
  );
}
