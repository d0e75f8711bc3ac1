import type pg from 'pg';
import type { Db } from '#kernel/database.ts';
import { openTransaction } from '#kernel/database/transaction.ts';
import { pastAnchors } from '../past/past-anchors.ts';
import { anchorProblems } from './anchors.ts';
import { verifyChain } from './verify-chain.ts';
import { replacementProblems } from './verify-replacements.ts';
import { summaryProblems } from './verify-summaries.ts';

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
