import type pg from 'pg';
import { changedMarks } from './changed-marks.ts';
import { noSeal, sealer } from './seal.ts';

export interface ResultsReport {
  institution: string;
  sealed: number;
  /** What is not as it was published; empty if all is. */
  problems: string[];
}

const most = 20;

interface Row {
  seq: string;
  termId: string;
  batchId: string;
  code: string;
  publishedAt: Date;
  digest: Buffer;
  actual: Buffer;
  seal: Buffer;
  whose: string;
  /** Whether the record is the student’s, or the one that it was merged into, over several merges too. */
  isOwn: boolean;
}

/** Reads rows: a transaction of the product, or a client of the owner. */
export type Read = <Result extends object>(text: string, values: unknown[]) => Promise<Result[]>;

/**
 * Compares the published results of an institution with their seals: the content with its digest, the digest with the
 * seal, and each seal with the one before. A removed or inserted result breaks the chain; the counter misses a last one
 * that is gone. The marks of students are compared with those that their current results were computed from. Read in one
 * snapshot, a thousand at a time.
 */
export async function verifyInstitution(
  read: Read,
  secret: Buffer,
  institutionId: number,
): Promise<Omit<ResultsReport, 'institution'>> {
  const report = { sealed: 0, problems: [] as string[] };
  const say = (words: string) => report.problems.length < most && report.problems.push(words);
  const sealOf = sealer(secret, institutionId);
  let [previous, expected] = [noSeal as Buffer, 1];
  for (;;) {
    // Each page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await read<Row>(page, [institutionId, expected - 1]);
    if (rows.length === 0) break;
    const intact = new Set<number>();
    for (const row of rows) {
      const seq = Number(row.seq);
      if (seq !== expected) say(`${missing(expected, seq - 1)} missing.`);
      const place = { seq, termId: Number(row.termId), batchId: Number(row.batchId) };
      const one = { ...row, ...place, publishedAt: new Date(row.publishedAt) };
      if (row.actual.equals(row.digest)) intact.add(seq);
      else say(`The result of ${row.whose} was changed after it was published (number ${seq}).`);
      if (!row.isOwn) say(`Number ${seq} was moved to the record of ${row.whose}.`);
      if (!sealOf(previous, one).equals(row.seal) && seq === expected)
        say(`The seal of the result of ${row.whose} does not fit (number ${seq}).`);
      [previous, expected] = [row.seal, seq + 1];
      report.sealed += 1;
    }
    // oxlint-disable-next-line no-await-in-loop
    for (const { seq, words } of await changedMarks(read, institutionId, Number(rows[0]!.seq), expected - 1))
      if (intact.has(seq)) say(words);
  }
  const [counter] = await read<{ value: string }>(
    `select value from counters where institution_id = $1 and name = 'published result'`,
    [institutionId],
  );
  const last = Number(counter?.value ?? 0);
  if (expected <= last) say(`${missing(expected, last)} missing.`);
  return report;
}

const missing = (from: number, to: number) => (from === to ? `Number ${from} is` : `Numbers ${from} to ${to} are`);

/** All institutions, as the owner of the database. Read-only. */
export async function verifyResults(client: pg.Client, secret: Buffer): Promise<ResultsReport[]> {
  await client.query('begin isolation level repeatable read, read only');
  try {
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<{ id: number; name: string }>('select id, name from institutions order by id');
    const read: Read = async (text, values) => (await client.query(text, values)).rows;
    const reports: ResultsReport[] = [];
    for (const { id, name } of rows)
      reports.push({ institution: name, ...(await verifyInstitution(read, secret, id)) });
    return reports;
  } finally {
    await client.query('rollback');
  }
}

const page = `select r.seq, r.term_id as "termId", r.batch_id as "batchId", r.code,
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
  where r.institution_id = $1 and r.seq > $2 order by r.seq limit 1000`;
