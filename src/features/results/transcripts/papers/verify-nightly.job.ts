import { sql } from 'drizzle-orm';
import { query, render, type Database, type Db } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { notifyNightly } from '#features/results/results/verification/notify-nightly.ts';
import type pg from 'pg';
import { noSeal } from '#features/results/results/publication/sealed-cards.ts';
import { verifyAsOwner } from '#features/results/results/verification/verify-results.ts';
import { sealPaper, type SealedPaper } from './issue-paper.ts';

interface Row extends Omit<SealedPaper, 'institutionId' | 'seq'> {
  seq: string;
  actualContent: string;
  /** Null after an erasure. */
  actualNames: string | null;
  seal: Buffer;
  isOwn: boolean;
}

const maxProblemsReported = 20;

/**
 * Compares the issued papers of an institution with their seals, as `verifyInstitution` does with published results.
 * Names that were erased are no problem: their digest is still sealed.
 */
export async function verifyPapers(
  db: Db,
  secret: Buffer,
  institutionId: number,
): Promise<{ sealed: number; problems: string[] }> {
  const report = { sealed: 0, problems: [] as string[] };
  const say = (words: string) => report.problems.length < maxProblemsReported && report.problems.push(words);
  let [previous, expected] = [noSeal as Buffer, 1];
  for (;;) {
    // Each page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await query<Row>(db, page(institutionId, expected - 1));
    if (rows.length === 0) break;
    for (const row of rows) {
      const seq = Number(row.seq);
      if (seq !== expected) say(`A paper is missing before ${row.number}.`);
      if (row.actualContent !== row.contentDigest || (row.actualNames ?? row.namesDigest) !== row.namesDigest)
        say(`The paper ${row.number} was changed after it was issued.`);
      if (!row.isOwn) say(`The paper ${row.number} was moved to another record.`);
      const paper = { ...row, institutionId, seq, issuedAt: new Date(row.issuedAt) };
      if (!sealPaper(secret, previous, paper).equals(row.seal) && seq === expected)
        say(`The seal of the paper ${row.number} does not fit.`);
      [previous, expected] = [row.seal, seq + 1];
      report.sealed += 1;
    }
  }
  const [known] = await query<{ last: number }>(db)`select greatest(
      (select value from counters where institution_id = ${institutionId} and name = 'academic paper'),
      (select max((details #>> '{sealed,number}')::bigint) from audit_entries where institution_id = ${institutionId}
        and details ? 'sealed' and details #>> '{sealed,of}' = 'academic_papers'), 0)::int as last`;
  if (expected <= known!.last) say('The latest paper is missing.');
  return report;
}

/** All institutions, as the owner of the database. Read-only. */
export const verifyIssuedPapers = (client: pg.Client, secret: Buffer) =>
  verifyAsOwner(client, (db, institutionId) => verifyPapers(db, secret, institutionId));

const page = (institutionId: number, after: number) => sql`
  select p.seq, p.kind, p.number, p.code, p.issued_at as "issuedAt",
    encode(p.content_digest, 'hex') as "contentDigest", encode(p.names_digest, 'hex') as "namesDigest",
    encode(sha256(convert_to(p.content::text, 'UTF8')), 'hex') as "actualContent",
    encode(sha256(convert_to(p.names::text, 'UTF8')), 'hex') as "actualNames", p.seal,
    (p.content ->> 'studentId')::bigint in (s.id, m.id) as "isOwn"
  from academic_papers p join students s on (s.institution_id, s.id) = (p.institution_id, p.student_id)
  left join students m on m.institution_id = p.institution_id and m.id = (p.content ->> 'studentId')::bigint
    and m.merged_into_id = s.id
  where p.institution_id = ${institutionId} and p.seq > ${after} order by p.seq limit 1000`;

/** Compares issued papers with their seals every night, and tells those with `transcripts.issue` what was changed. */
export const verifyPapersNightly: Job<{ database: Database; secret: Buffer }> = {
  queue: 'transcripts.verify',
  cron: '50 3 * * *',
  work: ({ database, secret }) => verifyAllPapers(database, secret),
};

export async function verifyAllPapers(database: Database, secret: Buffer): Promise<void> {
  const found = await database.anonymous(
    (tx) => query<{ id: number }>(tx, render)`select institution_id as id from akada_institutions_with_papers()`,
  );
  for (const { id } of found)
    await database.asSystem([id], (tx) =>
      notifyNightly(tx, id, {
        verify: () => verifyPapers(tx, secret, id),
        to: 'transcripts.issue',
        kind: 'transcripts.changed',
        title: 'Issued papers were changed outside Akada',
      }),
    );
}
