import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { openTransaction } from '#kernel/database/transaction.ts';
import { pastAnchors } from '../past/past-anchors.ts';
import { anchorProblems } from './anchors.ts';
import { verifyChain } from './verify-chain.ts';
import { summaryProblems } from './verify-summaries.ts';
import { query, type Db } from '#kernel/database.ts';

export interface ResultsReport {
  institution: string;
  sealed: number;
  /** What is not as it was published; empty if all is. */
  problems: string[];
}

const most = 20;

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
  problems.length <= most ? problems : [...problems.slice(0, most), `And ${problems.length - most} more.`];

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
  const rows = await query<Row>(
    db,
    sql`select * from (
      select r.seq::int as seq, n.seq::int as by, s.admission_number || ', ' || (r.content ->> 'term') || ', ' || (r.content ->> 'session') as whose,
        case when n.seq is not null and r.replaced_at is null then 'undone'
          when n.seq is null and r.replaced_at is not null then 'without'
          when date_trunc('milliseconds', r.replaced_at) <> date_trunc('milliseconds', n.published_at) then 'moment'
          when r.is_first and r.correction_id is not null and not r.content ? 'addedOn' then 'first' end as fault
      from (select p.*, lead(p.seq) over same as next_seq, row_number() over same = 1 as is_first from published_results p where p.institution_id = ${institutionId}
          window same as (partition by p.student_id, p.term_id order by p.seq)) r
      left join published_results n on (n.institution_id, n.seq) = (r.institution_id, r.next_seq)
      join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)) x
    where fault is not null order by seq`,
  );
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
