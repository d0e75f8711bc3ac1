import type pg from 'pg';
import { openTransaction } from '#kernel/database/transaction.ts';
import { verifyOne, type StoredHead } from '#kernel/log/verify-log.ts';
import { verifyDecisions } from '#features/results/promotion/decisions/withdraw-approval.ts';
import { verifyInstitution } from '#features/results/results/verification/verify-results.ts';
import { verifyPapers } from '#features/results/transcripts/papers/verify-nightly.job.ts';
import type { Institution } from './find.ts';

interface Verified {
  /** Empty if log, results, decisions and papers are as they were sealed. */
  problems: string[];
  head: { seq: number; hash: string };
  results: number;
  papers: number;
}

/** Compares what is sealed of an institution with its seals, in the caller's transaction. */
export async function verifyAll(
  client: pg.Client,
  secret: Buffer,
  { id, name }: Institution,
  heads: StoredHead[] = [],
): Promise<Verified> {
  const log = await verifyOne(client, { institutionId: id, institution: name }, heads);
  const { db } = openTransaction(client);
  const results = await verifyInstitution(db, secret, id);
  const decisions = await verifyDecisions(db, id);
  const papers = await verifyPapers(db, secret, id);
  return {
    problems: [...(log.problem ? [log.problem] : []), ...results.problems, ...decisions.problems, ...papers.problems],
    head: { seq: log.sealed, hash: log.head ?? '' },
    results: results.sealed,
    papers: papers.sealed,
  };
}
